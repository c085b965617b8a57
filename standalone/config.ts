import { commandLimitSettings, firstAdminSettings, providerSettings } from "#command-api/config.ts";
import { readConfig, type Environment } from "#kernel/platform/config.ts";
import { optional, text, url } from "#kernel/platform/settings.ts";
import { mailSettings, serverSettings } from "#kernel/platform/shared-settings.ts";
import { queryLimitSettings } from "#query-api/config.ts";

export const standaloneSettings = {
  ...serverSettings(3000),
  DATA_DIR: text("folder of the database, the keys and the demo sign-ins", "./data"),
  ...firstAdminSettings,
  ...commandLimitSettings,
  ...queryLimitSettings,
  ...mailSettings,
  ...providerSettings,
  PUBLIC_URL: optional(
    url("where people reach the web app, for the links in mails", ["http", "https"]),
  ),
};

export const standaloneConfig = (env: Environment) => readConfig(standaloneSettings, env);
export type StandaloneConfig = ReturnType<typeof standaloneConfig>;
