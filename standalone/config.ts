import { commandLimitSettings, firstAdminSettings } from "#command-api/config.ts";
import { readConfig, type Environment } from "#kernel/platform/config.ts";
import { text } from "#kernel/platform/settings.ts";
import { serverSettings } from "#kernel/platform/shared-settings.ts";
import { queryLimitSettings } from "#query-api/config.ts";

export const standaloneSettings = {
  ...serverSettings(3000),
  DATA_DIR: text("folder of the database, the keys and the demo sign-ins", "./data"),
  ...firstAdminSettings,
  ...commandLimitSettings,
  ...queryLimitSettings,
};

export const standaloneConfig = (env: Environment) => readConfig(standaloneSettings, env);
export type StandaloneConfig = ReturnType<typeof standaloneConfig>;
