import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

import { TenantId } from "#kernel/contract/ids.ts";
import { type Environment, readConfig } from "#kernel/node/config/read-config.ts";
import { machinePassword } from "#kernel/node/config/secret-settings.ts";
import { optional, requiredText, text } from "#kernel/node/config/settings.ts";
import { signedHeadKeySettings, dataKey } from "#kernel/node/config/shared-settings.ts";

export const auditSettings = {
  DATABASE_URL: optional(
    requiredText(
      "postgres://host:port/database of the log; without it the log of DATA_DIR is audited",
    ),
  ),
  DB_PASSWORD_AUDITOR_RO: optional(machinePassword("password of the role auditor_ro")),
  DATA_DIR: text("folder of the database, the keys and the demo sign-ins", "./data"),
  DATA_KEY: optional(dataKey),
  ...signedHeadKeySettings,
};

export const auditConfig = (env: Environment) => readConfig(auditSettings, env);
export type AuditConfig = ReturnType<typeof auditConfig>;

/**
 * 0: the log holds. 1: it does not. Exit code 2 means that the command threw an error and could
 * not run.
 */
export type ExitCode = 0 | 1;

export type Output = Readonly<{
  /** Prints one line of the answer. */
  say: (line: string) => void;
  /** Shows the progress on a terminal. */
  progress: (done: number, of: number, what: string) => void;
  isJson: boolean;
}>;

export type Auditing = Readonly<{ config: AuditConfig; out: Output }>;

/** Each command is a file of this folder with its name. */
export type AuditCommand = Readonly<{
  /** The arguments after `npm run audit -- `. */
  usage: string;
  run: (args: readonly string[], auditing: Auditing) => Promise<ExitCode>;
}>;

/** Options of every command. `--json` is removed before. */
export const COMMON = { tenant: { type: "string" } } as const satisfies ParseArgsOptionsConfig;

/** Parses the arguments of a command; throws its usage if they are wrong. */
export function readArgs<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw usageError(usage, cause);
  }
}

export const usageError = (usage: string, cause?: unknown): Error =>
  new Error(`usage: npm run audit -- ${usage}`, { cause });

export function tenantOf(id: string | undefined): TenantId | undefined {
  const tenant = TenantId.safeParse(id).data;
  if (id !== undefined && !tenant) throw new Error("--tenant must be the id of a tenant");
  return tenant;
}
