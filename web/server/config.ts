import { readConfig, type Environment } from "#kernel/node/config/read-config.ts";
import { originList } from "#kernel/node/config/settings.ts";
import { connectionSettings, serverSettings } from "#kernel/node/config/shared-settings.ts";

export const webServerSettings = {
  ...serverSettings(3000),
  ...connectionSettings,
  COMMAND_API_URL: originList("where the command APIs answer, one address or several"),
  QUERY_API_URL: originList("where the query APIs answer, one address or several"),
};

export const webServerConfig = (env: Environment) => readConfig(webServerSettings, env);
