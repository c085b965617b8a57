import { runAudit } from "./run-audit.ts";

// `npm run audit -- ORDER [...] [--json]`: looks at the log and at what was made of it, and changes nothing.
// Exit code 0: it holds. 1: it does not. 2: it could not be run.

const { env, stdout, stderr } = process;
process.exitCode = await runAudit(process.argv.slice(2), { env, stdout, stderr });
