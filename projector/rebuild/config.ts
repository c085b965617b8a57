import { readConfig, type Environment } from "#kernel/node/config/read-config.ts";
import {
  databaseSettings,
  dataKey,
  processSettings,
  rolePassword,
} from "#kernel/node/config/shared-settings.ts";

export const rebuildSettings = {
  ...processSettings,
  DATABASE_URL: databaseSettings.DATABASE_URL,
  DB_PASSWORD_MIGRATOR: rolePassword("migrator"),
  DB_PASSWORD_PROJECTOR: rolePassword("projector"),
  DATA_KEY: dataKey,
};

export const rebuildConfig = (env: Environment) => readConfig(rebuildSettings, env);
