import { runAudit } from "./run-audit.ts";

// `npm run audit -- COMMAND [...] [--json]` checks the log and everything derived from it, and
// changes nothing. Exit code 0: it holds. 1: it does not. 2: the command could not run.

const { env, stdout, stderr } = process;
process.exitCode = await runAudit(process.argv.slice(2), { env, stdout, stderr });
