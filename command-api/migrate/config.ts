import { readConfig, type Environment } from "#kernel/node/config/read-config.ts";
import { secretUrl } from "#kernel/node/config/secret-settings.ts";
import { processSettings, rolePassword } from "#kernel/node/config/shared-settings.ts";

export const migrateSettings = {
  ...processSettings,
  DATABASE_ADMIN_URL: secretUrl(
    "postgres://user:password@host:port/database of a superuser; only the migrate job and backups have it",
    ["postgres", "postgresql"],
  ),
  DB_PASSWORD_MIGRATOR: rolePassword("migrator"),
  DB_PASSWORD_CMD_WRITER: rolePassword("cmd_writer"),
  DB_PASSWORD_ACCOUNT_WRITER: rolePassword("account_writer"),
  DB_PASSWORD_RELAY: rolePassword("relay"),
  DB_PASSWORD_JOBS: rolePassword("jobs"),
  DB_PASSWORD_PROJECTOR: rolePassword("projector"),
  DB_PASSWORD_QUERY_RO: rolePassword("query_ro"),
  DB_PASSWORD_PLATFORM_RO: rolePassword("platform_ro"),
  DB_PASSWORD_AUDITOR_RO: rolePassword("auditor_ro"),
};

export const migrateConfig = (env: Environment) => readConfig(migrateSettings, env);
