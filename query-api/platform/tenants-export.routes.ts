import { toDecimalText } from "#kernel/contract/money.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { exportRoute, csvHead, csvLines, type CsvColumn } from "#query-api/csv-export.ts";

import { type PlatformReads, readPlatform, toTime, toTimeOrNull } from "./platform-answers.ts";
import { toGrowth } from "./stats.query.ts";
import { TENANTS, type TenantRow } from "./tenants.query.ts";

/** All tenants in one snapshot: between two pages, a sale could change the order by revenue. */
const WHOLE = { limit: null, offset: 0, search: null, status: null };
const DATE_LENGTH = "2026-11-21".length;

/** Every tenant as a CSV file, for Export Reports on the dashboard. */
export const tenantsExportRoutes: Routes<{ reads: PlatformReads }> = async (app, { reads }) => {
  const { handlerTimeout, response } = exportRoute;
  app.get(
    "/api/v1/platform/exports/tenants.csv",
    { handlerTimeout, schema: { response } },
    async (request, reply) => {
      const wanted = { question: TENANTS, args: WHOLE, noted: "export" } as const;
      const { items } = await readPlatform(reads, request, reply, wanted);
      const file = `tenants-${toTime(reads.clock()).slice(0, DATE_LENGTH)}.csv`;
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${file}"`);
      return csvHead(COLUMNS) + csvLines(COLUMNS, items);
    },
  );
};

const COLUMNS: readonly CsvColumn<TenantRow>[] = [
  ["id", ({ tenant_id }) => tenant_id],
  ["name", ({ name }) => name],
  ["email", ({ email }) => email],
  ["phone", ({ phone }) => phone],
  ["address", ({ address }) => address],
  ["plan", ({ plan }) => plan],
  ["status", ({ status }) => status],
  ["users", ({ users }) => users],
  ["currency", ({ currency }) => currency],
  ["revenue", ({ revenue_minor }) => toDecimalText(revenue_minor)],
  ["growth_percent", (row) => toGrowth(row.sold_minor, row.sold_before_minor)],
  ["trial_until", ({ trial_until }) => trial_until],
  ["last_login", ({ last_login_ms }) => toTimeOrNull(last_login_ms)],
  ["created_at", ({ registered_ms }) => toTime(registered_ms)],
];
