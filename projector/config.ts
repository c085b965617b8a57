import { readConfig, type Environment } from "#kernel/node/config.ts";
import {
  brokerSettings,
  databaseSettings,
  dataKey,
  rolePassword,
  serverSettings,
} from "#kernel/node/shared-settings.ts";

export const projectorSettings = {
  ...serverSettings(3003),
  ...databaseSettings,
  DB_PASSWORD_PROJECTOR: rolePassword("projector"),
  ...brokerSettings,
  DATA_KEY: dataKey,
};

export const projectorConfig = (env: Environment) => readConfig(projectorSettings, env);
