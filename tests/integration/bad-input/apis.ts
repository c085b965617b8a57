import { readConfig } from "#kernel/node/config/read-config.ts";
import { liveSettings } from "#kernel/node/config/shared-settings.ts";
import type { HttpApp } from "#kernel/node/http/server.ts";
import { createProjectorService } from "#projector/projector.ts";
import { liveLimitsOf } from "#query-api/live/live-streams.ts";
import { createQueryService } from "#query-api/service.ts";
import { createAsk } from "#tests/integration/command-api/routes/ask.ts";
import {
  openTwoTenants,
  type TwoTenantsOptions,
} from "#tests/integration/command-api/routes/two-tenants.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { recordedRoutes, recordRoutes } from "#tests/kit/http/route-recorder.ts";
import { limitlessWork } from "#tests/kit/product/limitless.ts";

recordRoutes();

/** Both APIs on one database, with the projector. */
export async function openApis(options: TwoTenantsOptions = {}) {
  const shops = await openTwoTenants(options);
  const { adminUrl, clock, logger, dataKey, publicKeyPem } = shops;
  const shared = {
    databaseUrl: connectionAs("query_ro", adminUrl).url,
    clock,
    logger,
    poolSize: 4,
  };
  const projector = createProjectorService({
    ...shared,
    password: TEST_PASSWORDS.projector,
    dataKey,
  });
  projector.start();
  /** A second query-api, which may reach the database in another way. */
  const openQuery = async (url = adminUrl) => {
    const service = createQueryService({
      ...shared,
      databaseUrl: connectionAs("query_ro", url).url,
      password: TEST_PASSWORDS.query_ro,
      platformPassword: TEST_PASSWORDS.platform_ro,
      publicKeyPem,
      limits: {
        requestsPerMinute: options.requestsPerMinute ?? 1_000_000,
        requestsPerSecond: options.requestsPerSecond ?? 1_000_000,
      },
      heavy: options.heavy ?? limitlessWork(),
      liveLimits: { ...liveLimitsOf(readConfig(liveSettings, {})), ...options.liveLimits },
      superAdminNeedsTotp: false,
    });
    await service.app.ready();
    return { ...service, ask: createAsk(service.app, shops.tokens).ask };
  };
  const query = await openQuery();
  const apps = { command: shops.service.app, query: query.app };

  return {
    ...shops,
    apps,
    routes: [...routesOf("command", apps.command), ...routesOf("query", apps.query)],
    askOf: {
      command: shops.ask,
      query: query.ask,
    },
    openQuery,
    close: async (): Promise<void> => {
      await query.close();
      await projector.stop();
      await shops.close();
    },
  };
}

export type Apis = Awaited<ReturnType<typeof openApis>>;

/** In the form "command POST /api/sales.php". HEAD comes with each GET. */
const routesOf = (api: "command" | "query", app: HttpApp): string[] =>
  recordedRoutes(app).flatMap(({ method, url }) =>
    method === "HEAD" ? [] : [`${api} ${method} ${url}`],
  );
