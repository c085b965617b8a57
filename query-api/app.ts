import type { FastifyBaseLogger } from "fastify";

import { addHealth } from "#kernel/platform/health.ts";
import { createHttpApp, type HttpApp, type Routes } from "#kernel/platform/http.ts";
import { limitByUser } from "#kernel/platform/limit-requests.ts";
import type { RateLimiter } from "#kernel/platform/rate-limit.ts";
import { requireSession } from "#kernel/platform/session.ts";
import type { Sessions } from "#kernel/platform/sessions.ts";
import { keepToOwnTenant } from "#kernel/platform/tenant-scope.ts";

import type { Reads } from "./answers.ts";
import { compressAnswers } from "./compression.ts";
import { customerRoutes } from "./customer/customer.routes.ts";
import { dashboardRoutes } from "./dashboard/dashboard.routes.ts";
import { productRoutes } from "./product/product.routes.ts";
import { isReady } from "./readiness.query.ts";
import { reportRoutes } from "./report/report.routes.ts";
import { saleRoutes } from "./sale/sale.routes.ts";

export type QueryApiOptions = Readonly<{
  reads: Reads;
  sessions: Sessions;
  limiter: RateLimiter;
  logger: FastifyBaseLogger;
  trustProxy?: readonly string[];
}>;

export function createQueryApi({ reads, sessions, limiter, ...http }: QueryApiOptions): HttpApp {
  const app = createHttpApp(http);
  addHealth(app, { database: () => isReady(reads.pool) });
  compressAnswers(app);
  app.register(tenantRoutes, { reads, sessions, limiter });
  return app;
}

type TenantRoutesOptions = Pick<QueryApiOptions, "reads" | "sessions" | "limiter">;

const tenantRoutes: Routes<TenantRoutesOptions> = async (app, { reads, sessions, limiter }) => {
  await app.register(requireSession, { sessions, aud: "tenant" });
  limitByUser(app, limiter);
  keepToOwnTenant(app);
  await app.register(dashboardRoutes, { reads });
  await app.register(productRoutes, { reads });
  await app.register(saleRoutes, { reads });
  await app.register(reportRoutes, { reads });
  await app.register(customerRoutes, { reads });
};
