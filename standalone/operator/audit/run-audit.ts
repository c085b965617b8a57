import type { Environment } from "#kernel/node/config/read-config.ts";

import { type AuditCommand, auditConfig } from "./command.ts";
import { createOutput, type Stream } from "./output.ts";

const COULD_NOT_RUN = 2;

/** Each command loads only what it needs. */
const COMMANDS: Readonly<Record<string, () => Promise<AuditCommand>>> = {
  verify: () => import("./verify.ts"),
  prove: () => import("./prove.ts"),
  export: () => import("./export.ts"),
  replay: () => import("./replay.ts"),
  history: () => import("./history.ts"),
  "as-of": () => import("./as-of.ts"),
};

export type Surroundings = Readonly<{ env: Environment; stdout: Stream; stderr: Stream }>;

/** Runs one command and returns its exit code. */
export async function runAudit(
  args: readonly string[],
  { env, stdout, stderr }: Surroundings,
): Promise<number> {
  try {
    return await runOrder(args, { env, stdout, stderr });
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return COULD_NOT_RUN;
  }
}

async function runOrder(
  [order = "", ...args]: readonly string[],
  { env, stdout, stderr }: Surroundings,
): Promise<number> {
  const load = Object.hasOwn(COMMANDS, order) ? COMMANDS[order] : undefined;
  if (!load) throw new Error(usage());
  const isJson = args.includes("--json");
  const out = createOutput(isJson, { out: stdout, err: stderr });
  const command = await load();
  const config = auditConfig(env);
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
