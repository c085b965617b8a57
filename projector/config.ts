import { readConfig, type Environment } from "#kernel/node/config/read-config.ts";
import {
  brokerSettings,
  databaseSettings,
  dataKey,
  rolePassword,
  serverSettings,
} from "#kernel/node/config/shared-settings.ts";

export const projectorSettings = {
  ...serverSettings(3003),
  ...databaseSettings,
  DB_PASSWORD_PROJECTOR: rolePassword("projector"),
  ...brokerSettings,
  DATA_KEY: dataKey,
};

export const projectorConfig = (env: Environment) => readConfig(projectorSettings, env);
