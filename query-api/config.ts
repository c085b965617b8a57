import { readConfig, type Environment } from "#kernel/node/config/read-config.ts";
import { wholeNumber } from "#kernel/node/config/settings.ts";
import {
  databaseSettings,
  heavySettings,
  liveSettings,
  redisSettings,
  rolePassword,
  serverSettings,
  tokenPublicKey,
} from "#kernel/node/config/shared-settings.ts";

export const queryLimitSettings = {
  REQUESTS_PER_MINUTE: wholeNumber("reads per user and minute", 3000, [1, 1_000_000]),
  REQUESTS_PER_SECOND: wholeNumber(
    "reads per business and second; a heavy one counts as 10 or 20",
    200,
    [1, 1_000_000],
  ),
  ...liveSettings,
};

export const queryApiSettings = {
  ...serverSettings(3002),
  ...databaseSettings,
  DB_PASSWORD_QUERY_RO: rolePassword("query_ro"),
  DB_PASSWORD_PLATFORM_RO: rolePassword("platform_ro"),
  ...redisSettings,
  TOKEN_PUBLIC_KEY: tokenPublicKey,
  ...queryLimitSettings,
  ...heavySettings,
};

export const queryApiConfig = (env: Environment) => readConfig(queryApiSettings, env);
