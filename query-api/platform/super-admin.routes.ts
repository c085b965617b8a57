import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import {
  ActivityItem,
  PlatformListQuery,
  PlatformStats,
  StatsQuery,
  TenantPage,
  TenantsQuery,
} from "#kernel/contract/api/platform/figures.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { toPage } from "#query-api/listing.ts";

import { ACTIVITY, toActivityItem } from "./activity.query.ts";
import { answerPlatform, type PlatformReads, toPagination, toTotal } from "./platform-answers.ts";
import { STATS, toStats } from "./stats.query.ts";
import { TENANTS, toTenantItem } from "./tenants.query.ts";

/** The specification's routes for the super admin's screens. */
export const superAdminRoutes: Routes<{ reads: PlatformReads }> = async (app, { reads }) => {
  app.get(
    "/api/super-admin.php",
    { schema: { querystring: StatsQuery, response: { 200: success(PlatformStats) } } },
    async (request, reply) => {
      const machine = await reads.measure();
      const { period } = request.query;
      return answerPlatform(reads, request, reply, {
        question: STATS,
        args: { period: period ?? null },
        isOfTenants: true,
        toData: (row) => toStats(row, { machine, period }),
      });
    },
  );

  app.get(
    "/api/super-admin.php/tenants",
    { schema: { querystring: TenantsQuery, response: { 200: success(TenantPage) } } },
    (request, reply) => {
      const page = toPage(request.query);
      const { search, status } = request.query;
      return answerPlatform(reads, request, reply, {
        question: TENANTS,
        args: { ...page, search: search?.toLowerCase() || null, status: status ?? null },
        isOfTenants: true,
        toHeaders: toTotal,
        toData: ({ total, items }) => ({
          tenants: items.map(toTenantItem),
          pagination: toPagination(page, total),
        }),
      });
    },
  );

  app.get(
    "/api/super-admin.php/activity",
    {
      schema: { querystring: PlatformListQuery, response: { 200: success(z.array(ActivityItem)) } },
    },
    (request, reply) =>
      answerPlatform(reads, request, reply, {
        question: ACTIVITY,
        args: toPage(request.query),
        isOfTenants: true,
        toData: ({ items }) => items.map(toActivityItem),
      }),
  );
};
