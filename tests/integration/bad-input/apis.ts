import type { HttpApp } from "#kernel/platform/http.ts";
import { createProjectorService } from "#projector/service.ts";
import { createQueryService } from "#query-api/service.ts";
import { createAsk } from "#tests/integration/command-api/routes/ask.ts";
import { openShops } from "#tests/integration/command-api/routes/shops.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/test-roles.ts";

/** Both APIs as they run, over one database, and the projector between them. */
export async function openApis() {
  const shops = await openShops();
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
  const query = createQueryService({
    ...shared,
    password: TEST_PASSWORDS.query_ro,
    publicKeyPem,
    requestsPerMinute: 1_000_000,
  });
  await query.app.ready();
  const apps = { command: shops.service.app, query: query.app };

  return {
    ...shops,
    apps,
    routes: [...routesOf("command", apps.command), ...routesOf("query", apps.query)],
    askOf: {
      command: shops.ask,
      query: createAsk(apps.query, shops.tokens).ask,
    },
    close: async (): Promise<void> => {
      await query.close();
      await projector.stop();
      await shops.close();
    },
  };
}

/** As the router has them: "command POST /api/sales.php". */
function routesOf(api: "command" | "query", app: HttpApp): string[] {
  const printed = app.printRoutes({ commonPrefix: false });
  return [...printed.matchAll(/(\/\S*) \(([A-Z, ]+)\)/g)].flatMap(([, url = "", methods = ""]) =>
    methods
      .split(", ")
      .filter((method) => method !== "HEAD")
      .map((method) => `${api} ${method} ${url}`),
  );
}
