import { commandLimitSettings, firstAdminSettings, providerSettings } from "#command-api/config.ts";
import { readConfig, type Environment } from "#kernel/node/config/read-config.ts";
import { optional, url } from "#kernel/node/config/settings.ts";
import {
  connectionSettings,
  heavySettings,
  mailSettings,
  serverSettings,
} from "#kernel/node/config/shared-settings.ts";
import { queryLimitSettings } from "#query-api/config.ts";
import { backupSettings } from "#standalone/operator/backup/config.ts";

export const standaloneSettings = {
  ...serverSettings(3000),
  ...backupSettings,
  ...firstAdminSettings,
  ...commandLimitSettings,
  ...queryLimitSettings,
  ...heavySettings,
  ...connectionSettings,
  ...mailSettings,
  ...providerSettings,
  PUBLIC_URL: optional(
    url("where people reach the web app, for the links in mails", ["http", "https"]),
  ),
};

export const standaloneConfig = (env: Environment) => readConfig(standaloneSettings, env);
export type StandaloneConfig = ReturnType<typeof standaloneConfig>;
