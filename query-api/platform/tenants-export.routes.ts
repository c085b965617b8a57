import { toDecimalText } from "#kernel/contract/money.ts";
import type { Routes } from "#kernel/platform/http.ts";
import { csvHead, csvLines, type CsvColumn } from "#query-api/csv-text.ts";
import { EXPORT_PAGE, exportRoute } from "#query-api/export.ts";

import { askPlatform } from "./ask-platform.query.ts";
import { type PlatformReads, readPlatform, toTime, toTimeOrNull } from "./platform-answers.ts";
import { toGrowth } from "./stats.query.ts";
import { TENANTS, type TenantRow } from "./tenants.query.ts";

/** Every business as a CSV file: what the dashboard's Export Reports saves (R8). */
export const tenantsExportRoutes: Routes<{ reads: PlatformReads }> = async (app, { reads }) => {
  const { handlerTimeout, response } = exportRoute;
  app.get(
    "/api/v1/platform/exports/tenants.csv",
    { handlerTimeout, schema: { response } },
    async (request, reply) => {
      const nowMs = reads.clock();
      const first = await readPlatform(reads, request, reply, {
        question: TENANTS,
        args: partAt(0),
        noted: "export",
      });
      const rows = await withTheRest(first.items, async (args) => {
        const { body } = await askPlatform(reads.pool, TENANTS, { nowMs, args });
        return body.items;
      });
      const file = `tenants-${toTime(nowMs).slice(0, "2026-11-21".length)}.csv`;
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${file}"`);
      return csvHead(COLUMNS) + csvLines(COLUMNS, rows);
    },
  );
};

const partAt = (offset: number) => ({ limit: EXPORT_PAGE, offset, search: null, status: null });

async function withTheRest(
  first: readonly TenantRow[],
  read: (args: ReturnType<typeof partAt>) => Promise<readonly TenantRow[]>,
): Promise<readonly TenantRow[]> {
  const rows = [...first];
  for (let page = first; page.length === EXPORT_PAGE;) {
    page = await read(partAt(rows.length));
    rows.push(...page);
  }
  return rows;
}

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
