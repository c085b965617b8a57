import { type Environment, readConfig } from "#kernel/node/config/read-config.ts";
import { databaseSettings, rolePassword } from "#kernel/node/config/shared-settings.ts";

export const adminSettings = {
  ...databaseSettings,
  DB_PASSWORD_ACCOUNT_WRITER: rolePassword("account_writer"),
};

export const adminConfig = (env: Environment) => readConfig(adminSettings, env);
