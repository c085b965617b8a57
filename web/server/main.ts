import { fileURLToPath } from "node:url";

import { logStart } from "#kernel/node/config/read-config.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { serveMetrics } from "#kernel/node/metrics/serve-metrics.ts";
import { closeOnSignal } from "#kernel/node/shutdown.ts";
import { listenAt, startProcess } from "#kernel/node/start-problem.ts";
import { createWebServer } from "#web/server/app.ts";
import { webServerConfig, webServerSettings } from "#web/server/config.ts";
import { connectionLimitsOf } from "#web/server/limit-connections.ts";

await startProcess(async () => {
  const config = webServerConfig(process.env);
  const logger = createLogger({ service: "web", level: config.LOG_LEVEL });
  logStart(logger, { settings: webServerSettings, config, env: process.env });

  const app = createWebServer({
    webRoot: fileURLToPath(new URL("../../dist/web", import.meta.url)),
    forward: { kind: "upstream", command: config.COMMAND_API_URL, query: config.QUERY_API_URL },
    logger,
    trustProxy: config.TRUST_PROXY,
    connections: connectionLimitsOf(config),
    platformHost: config.PLATFORM_HOST,
  });
  closeOnSignal(logger, () => app.close());
  await serveMetrics(config, logger);
  await listenAt(app, config);
});
