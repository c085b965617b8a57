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
