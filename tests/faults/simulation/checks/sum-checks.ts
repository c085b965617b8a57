import { isDeepStrictEqual } from "node:util";

import type { TenantId } from "#kernel/contract/ids.ts";
import { ask } from "#query-api/ask.query.ts";
import { askPlatform } from "#query-api/platform/ask-platform.query.ts";
import { STATS } from "#query-api/platform/stats.query.ts";
import { PRODUCTS } from "#query-api/product/products.query.ts";
import { REPORT, toReport } from "#query-api/report/report.query.ts";
import { SALES } from "#query-api/sale/sales.query.ts";
import { END_MS } from "#tests/faults/simulation/clocks.ts";
import { WHOLE } from "#tests/faults/simulation/read-lists.ts";
import { figuresOf, foldLog } from "#tests/integration/property/fold.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";

import type { Check, Evidence } from "./evidence.ts";

const folded = ({ logs }: Evidence) =>
  [...logs].map(([tenantId, events]) => ({
    tenantId,
    fold: foldLog(events.map(({ event }) => event)),
  }));

/** A fold that shares no code with the product. */
export const ledger: Check = (evidence) =>
  folded(evidence).flatMap(({ tenantId, fold }) =>
    fold.wrong.map((message) => `${tenantId}: ${message}`),
  );

const ALL_TIME = { period: null, days: null, from: null, to: null, compares: true };

type Pool = ReturnType<typeof poolAs>;

async function asReader<Result>(
  { world }: Evidence,
  role: "query_ro" | "platform_ro",
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = poolAs(role, world.adminUrl, 1);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Lists, dashboard and report, by the questions that their routes ask. */
export const screens: Check = (evidence) =>
  asReader(evidence, "query_ro", async (pool) => {
    const found: string[] = [];
    for (const { tenantId, fold } of folded(evidence)) {
      const shown = await shownTo(pool, tenantId);
      const figures = figuresOf(fold);
      const expected = {
        ...figures.totals,
        months: Object.fromEntries(
          [...figures.months].map(([month, { monthly_sales: minor, monthly_orders: orders }]) => [
            month,
            [minor / 100, orders],
          ]),
        ),
        sales: figures.sales.toSorted(),
        stock: Object.fromEntries(figures.stock),
        topProducts: shown.topProducts.map(([id]) => {
          const { total_sold: sold = 0, total_revenue: minor = 0 } = figures.sold.get(id) ?? {};
          return [id, sold, minor / 100];
        }),
        lowStock: shown.lowStock.map((id) => (figures.low.includes(id) ? id : `${id} is not low`)),
      };
      for (const [name, value] of Object.entries(expected)) {
        const is = Object.entries(shown).find(([key]) => key === name)?.[1];
        if (!isDeepStrictEqual(is, value)) {
          found.push(
            `${tenantId}: ${name} is ${JSON.stringify(is)}, the log says ${JSON.stringify(value)}`,
          );
        }
      }
    }
    return found;
  });

async function shownTo(pool: Pool, tenantId: TenantId) {
  const input = { tenantId, nowMs: END_MS };
  const report = toReport((await ask(pool, REPORT, { ...input, args: ALL_TIME })).body, ALL_TIME);
  const products = (await ask(pool, PRODUCTS.all, { ...input, args: WHOLE })).body.items;
  const sales = (await ask(pool, SALES.all, { ...input, args: WHOLE })).body.items;
  return {
    totalSales: report.totalSales,
    totalOrders: report.totalOrders,
    totalCustomers: report.totalCustomers,
    totalProducts: report.totalProducts,
    months: Object.fromEntries(
      report.monthlyTrend
        .filter(({ monthly_orders: orders }) => orders > 0)
        .map(({ month, monthly_sales: total, monthly_orders: orders }) => [month, [total, orders]]),
    ),
    sales: sales.map(({ sale_id: id }) => id).toSorted(),
    stock: Object.fromEntries(products.map(({ product_id: id, stock }) => [id, stock])),
    topProducts: report.topProducts.map(
      ({ id, total_sold: sold, total_revenue: revenue }) => [id, sold, revenue] as const,
    ),
    lowStock: report.lowStockProducts.map(({ id }) => id),
  };
}

type Sums = { tenant_id: string; currency: string; payments: number; takings: number };

/** Every sale is paid in full, and its void is the mirror image, by tenant and currency. */
export const payments: Check = async (evidence) => {
  const { rows } = await evidence.world.admin.query<Sums>(
    `select d.tenant_id, d.currency, sum(d.total_minor)::float8 as takings,
            coalesce((select sum(m.amount_minor) from rm.rm_method_days m
                       where m.tenant_id = d.tenant_id and m.currency = d.currency), 0)::float8 as payments
       from rm.rm_daily_totals d group by d.tenant_id, d.currency`,
  );
  return rows.flatMap(({ tenant_id: tenantId, currency, payments: paid, takings }) =>
    paid === takings
      ? []
      : [`${tenantId}: payments of ${paid} and sales of ${takings} in ${currency}`],
  );
};

export const platform: Check = (evidence) =>
  asReader(evidence, "platform_ro", async (pool) => {
    const { body } = await askPlatform(pool, STATS, { nowMs: END_MS, args: { period: null } });
    const shown = body.revenues.map(({ currency, total_minor: minor }) => [currency, minor]);
    const total = folded(evidence)
      .map(({ fold }) => Math.round(figuresOf(fold).totals.totalSales * 100))
      .reduce((sum, minor) => sum + minor, 0);
    const expected = total === 0 ? [] : [["GHS", total]];
    return isDeepStrictEqual(shown, expected)
      ? []
      : [
          `the platform shows ${JSON.stringify(shown)}, its tenants add up to ${JSON.stringify(expected)}`,
        ];
  });
