import type { AuditCommand, ExitCode } from "./command.ts";
import { auditConfig } from "./config.ts";
import { createOutput } from "./output.ts";

// `npm run audit -- ORDER [...] [--json]`: looks at the log and at what was made of it, and changes nothing.
// Exit code 0: it holds. 1: it does not. 2: it could not be run.

const COULD_NOT_RUN = 2;

/** Each loads what it needs and no more. */
const COMMANDS: Readonly<Record<string, () => Promise<AuditCommand>>> = {
  verify: () => import("./verify.ts"),
  prove: () => import("./prove.ts"),
  export: () => import("./export.ts"),
  replay: () => import("./replay.ts"),
  history: () => import("./history.ts"),
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = COULD_NOT_RUN;
}

async function run([order = "", ...args]: readonly string[]): Promise<ExitCode> {
  const load = Object.hasOwn(COMMANDS, order) ? COMMANDS[order] : undefined;
  if (!load) throw new Error(usage());
  const isJson = args.includes("--json");
  const out = createOutput(isJson, { out: process.stdout, err: process.stderr });
  const command = await load();
  const config = auditConfig(process.env);
  try {
    return await command.run(
      args.filter((arg) => arg !== "--json"),
      { config, out },
    );
  } finally {
    out.end();
  }
}

const usage = (): string =>
  `usage: npm run audit -- ${Object.keys(COMMANDS).join(" | ")}  [--tenant ID] [--json]`;
