import type { FastifyBaseLogger } from "fastify";

import { addHealth } from "#kernel/node/http/health.ts";
import { createHttpApp, type HttpApp, type Routes } from "#kernel/node/http/server.ts";
import { limitRequests, type RequestLimits } from "#kernel/node/limits/limit-requests.ts";
import { requireSession, refuseOtherTenants } from "#kernel/node/session/require-session.ts";
import type { Sessions } from "#kernel/node/session/sessions.ts";

import { accountRoutes } from "./account/account.routes.ts";
import { createKeptAnswers, type KeptAnswers, type Reads } from "./answers.ts";
import { approvalRoutes } from "./approval/approval.routes.ts";
import { isReady } from "./ask.query.ts";
import { activityRoutes, oneEventRoutes, eventRoutes, storyRoutes } from "./audit/events.routes.ts";
import { bundleRoutes } from "./audit/export.routes.ts";
import type { LogReader } from "./audit/reading-log.ts";
import { signedHeadRoutes, publicSignedHeadRoutes } from "./audit/signed-heads.routes.ts";
import { verifyRoutes } from "./audit/verify.routes.ts";
import { compressAnswers } from "./compression.ts";
import { customerRoutes } from "./customer/customer.routes.ts";
import { dashboardRoutes } from "./dashboard/dashboard.routes.ts";
import { documentationRoutes } from "./documentation/documentation.routes.ts";
import { exportRoutes } from "./export/export.routes.ts";
import { markHeavyRoutes } from "./heavy-routes.ts";
import { issueRoutes } from "./issue/issue.routes.ts";
import { lineageRoutes } from "./lineage/lineage.routes.ts";
import type { LiveHub } from "./live/live-hub.ts";
import { liveRoutes } from "./live/live.routes.ts";
import { notificationRoutes } from "./notification/notification.routes.ts";
import type { PlatformReads } from "./platform/platform-answers.ts";
import { insightRoutes, listRoutes, operationRoutes } from "./platform/platform.routes.ts";
import { publicRoutes } from "./platform/public.routes.ts";
import { superAdminRoutes } from "./platform/super-admin.routes.ts";
import { tenantsExportRoutes } from "./platform/tenants-export.routes.ts";
import { movementRoutes } from "./product/movement.routes.ts";
import { pictureRoutes } from "./product/picture.routes.ts";
import { productRoutes } from "./product/product.routes.ts";
import { receiptRoutes } from "./receipt/receipt.routes.ts";
import { summaryRoutes } from "./report/pdf/summary.routes.ts";
import { sumsRoutes, reportRoutes } from "./report/report.routes.ts";
import { saleRoutes } from "./sale/sale.routes.ts";
import { serializeInParts } from "./serialize-in-parts.ts";
import { settingsRoutes } from "./tenant/settings.routes.ts";
import {
  staffRoutes,
  accessLogRoutes,
  deletionRoutes,
  subscriptionRoutes,
} from "./tenant/tenant.routes.ts";
import { changesRoutes } from "./till/changes.routes.ts";
import { tillRoutes } from "./till/till.routes.ts";

export type QueryApiOptions = Readonly<{
  reads: Reads;
  platform: PlatformReads;
  live: LiveHub;
  logs: LogReader;
  /** Absent: as many as a process may keep. */
  kept?: KeptAnswers;
  sessions: Sessions;
  limits: RequestLimits;
  /** True if super admins must sign in with a second factor. */
  superAdminNeedsTotp?: boolean;
  logger: FastifyBaseLogger;
  trustProxy?: readonly string[];
}>;

export function createQueryApi(options: QueryApiOptions): HttpApp {
  const {
    reads,
    live,
    logs,
    platform,
    sessions,
    limits,
    superAdminNeedsTotp = false,
    kept = createKeptAnswers(),
    ...http
  } = options;
  const app = createHttpApp(http);
  addHealth(app, { database: () => isReady(reads.pool) });
  compressAnswers(app);
  serializeInParts(app);
  app.register(documentationRoutes);
  app.register(tenantRoutes, { reads, live, logs, kept, sessions, limits });
  app.register(ownRoutes, { reads, sessions, limits, superAdminNeedsTotp });
  app.register(publicRoutes, { reads: platform });
  app.register(publicSignedHeadRoutes, { reads, limiter: limits.ofUser });
  app.register(receiptRoutes, { reads, limiter: limits.ofUser });
  app.register(platformRoutes, { reads: platform, sessions, limits });
  return app;
}

type OwnRoutesOptions = Pick<QueryApiOptions, "reads" | "sessions" | "limits">;

const tenantRoutes: Routes<
  OwnRoutesOptions & Required<Pick<QueryApiOptions, "live" | "logs" | "kept">>
> = async (app, { reads, live, logs, kept, sessions, limits }) => {
  await app.register(requireSession, { sessions, aud: "tenant" });
  limitRequests(app, limits);
  markHeavyRoutes(app);
  refuseOtherTenants(app);
  await app.register(dashboardRoutes, { reads, kept });
  await app.register(productRoutes, { reads, kept });
  await app.register(pictureRoutes, { reads });
  await app.register(movementRoutes, { reads });
  await app.register(saleRoutes, { reads, kept });
  await app.register(reportRoutes, { reads, kept });
  await app.register(sumsRoutes, { reads });
  await app.register(summaryRoutes, { reads });
  await app.register(customerRoutes, { reads });
  await app.register(staffRoutes, { reads });
  await app.register(deletionRoutes, { reads });
  await app.register(subscriptionRoutes, { reads });
  await app.register(exportRoutes, { reads });
  await app.register(settingsRoutes, { reads });
  await app.register(tillRoutes, { reads });
  await app.register(changesRoutes, { reads });
  await app.register(approvalRoutes, { reads });
  await app.register(issueRoutes, { reads });
  await app.register(accessLogRoutes, { reads });
  await app.register(auditRoutes, { reads, logs });
  await app.register(notificationRoutes, { reads });
  await app.register(liveRoutes, { live });
};

const auditRoutes: Routes<Pick<QueryApiOptions, "reads" | "logs">> = async (
  app,
  { reads, logs },
) => {
  await app.register(signedHeadRoutes, { reads });
  await app.register(lineageRoutes, { reads });
  await app.register(eventRoutes, { reads });
  await app.register(oneEventRoutes, { reads });
  await app.register(storyRoutes, { reads });
  await app.register(activityRoutes, { reads });
  await app.register(bundleRoutes, { reads, logs });
  await app.register(verifyRoutes, { logs });
};

/** Routes about the signed-in person, in both portals. */
const ownRoutes: Routes<OwnRoutesOptions & { superAdminNeedsTotp: boolean }> = async (
  app,
  { reads, sessions, limits, superAdminNeedsTotp },
) => {
  await app.register(requireSession, { sessions, aud: "any" });
  limitRequests(app, limits);
  refuseOtherTenants(app);
  await app.register(accountRoutes, { reads, superAdminNeedsTotp });
};

/** Routes for super admins, over all tenants. */
const platformRoutes: Routes<
  Readonly<{ reads: PlatformReads; sessions: Sessions; limits: RequestLimits }>
> = async (app, { reads, sessions, limits }) => {
  await app.register(requireSession, { sessions, aud: "platform" });
  limitRequests(app, limits);
  refuseOtherTenants(app);
  await app.register(superAdminRoutes, { reads });
  await app.register(tenantsExportRoutes, { reads });
  await app.register(operationRoutes, { reads });
  await app.register(insightRoutes, { reads });
  await app.register(listRoutes, { reads });
};
