import { addHealth, type Check } from "#kernel/platform/health.ts";
import { createHttpApp, type HttpApp, type HttpOptions } from "#kernel/platform/http.ts";
import { limitByUser } from "#kernel/platform/limit-requests.ts";
import type { RateLimiter } from "#kernel/platform/rate-limit.ts";
import type { Sealer } from "#kernel/platform/seal.ts";
import { requireSession } from "#kernel/platform/session.ts";
import type { Sessions } from "#kernel/platform/sessions.ts";
import { keepToOwnTenant } from "#kernel/platform/tenant-scope.ts";

import { authRoutes, type AuthRoutesOptions } from "./auth/auth.routes.ts";
import { customerRoutes } from "./customer/customer.routes.ts";
import type { CommandContexts } from "./event-store/command-context.ts";
import type { EventStore } from "./event-store/handle-command.ts";
import { productRoutes } from "./product/product.routes.ts";
import { stockMovementRoutes } from "./product/stock-movement.routes.ts";
import { saleRoutes } from "./sale/sale.routes.ts";

export type CommandApiOptions = HttpOptions &
  Readonly<{
    store: EventStore;
    contexts: CommandContexts;
    sealer: Sealer;
    sessions: Sessions;
    writes: RateLimiter;
    auth: AuthRoutesOptions;
    checks: Readonly<Record<string, Check>>;
  }>;

/** Every write of the product. Routes that anybody may call stand in a scope of their own. */
export function createCommandApi(options: CommandApiOptions): HttpApp {
  const { store, contexts, sealer, sessions, auth } = options;
  const app = createHttpApp(options);
  addHealth(app, options.checks);
  app.register(authRoutes, auth);
  app.register(async (shop) => {
    await shop.register(requireSession, { sessions, aud: "tenant" });
    limitByUser(shop, options.writes);
    keepToOwnTenant(shop);
    await shop.register(productRoutes, { store, contexts });
    await shop.register(stockMovementRoutes, { store, contexts });
    await shop.register(customerRoutes, { store, contexts, sealer });
    await shop.register(saleRoutes, { store, contexts, sealer });
  });
  return app;
}
