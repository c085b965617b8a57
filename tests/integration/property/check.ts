import { expect } from "vitest";
import * as z from "zod/mini";

import { TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import type { Apis } from "#tests/integration/bad-input/apis.ts";

import { figuresOf, foldLog } from "./fold.ts";
import type { Shop } from "./shop.ts";

type Row = {
  seq: number;
  stream_id: string;
  stream_version: number;
  command_id: string;
  type: string;
  data: unknown;
};

const inDecimals = (minor: number): number => minor / 100;

/** Checks every invariant of one shop against its log, its answers and its requests. */
export async function checkShop(apis: Apis, shop: Shop): Promise<void> {
  const rows = await apis.query<Row>(
    `select seq::int, stream_id, stream_version, command_id, type, data
       from es.events where tenant_id = $1 order by seq`,
    [shop.tenantId],
  );
  checkNumbers(rows);
  await checkOperations(apis, shop, rows);
  const folded = foldLog(rows.map(({ type, data }) => TillbookEvent.parse({ type, data })));
  expect(folded.wrong).toEqual([]);
  await checkAnswers(shop, figuresOf(folded));
}

/** The shop and each stream have every number from 1 on, once. */
function checkNumbers(rows: readonly Row[]): void {
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
  const streams = Map.groupBy(rows, ({ stream_id: id }) => id);
  for (const [id, events] of streams) {
    const versions = events.map(({ stream_version: version }) => version);
    expect([id, ...versions]).toEqual([id, ...versions.map((_, index) => index + 1)]);
  }
}

/** A request that succeeded was done once; a refused one was not done. */
async function checkOperations(apis: Apis, shop: Shop, rows: readonly Row[]): Promise<void> {
  const commands = await apis.query<{ command_id: string }>(
    "select command_id from es.commands where tenant_id = $1",
    [shop.tenantId],
  );
  const known = commands.map(({ command_id: id }) => id);
  expect(new Set(known).size).toBe(known.length);
  const batches = Map.groupBy(rows, ({ command_id: id }) => id);
  for (const { key, answer, request } of shop.operations) {
    const events = batches.get(key) ?? [];
    const isDone = answer.status === 200;
    expect([request.url, answer.status, known.includes(key)]).toEqual([
      request.url,
      answer.status,
      isDone,
    ]);
    const seqs = events.map(({ seq }) => seq);
    // One append, so its events are consecutive.
    expect((seqs.at(-1) ?? 0) - (seqs[0] ?? 0)).toBe(Math.max(0, seqs.length - 1));
    expect(isDone || events.length === 0).toBe(true);
  }
}

const Report = z.object({
  data: z.looseObject({
    monthlyTrend: z.array(
      z.object({ month: z.string(), monthly_sales: z.number(), monthly_orders: z.int() }),
    ),
    topProducts: z.array(
      z.looseObject({ id: z.string(), total_sold: z.int(), total_revenue: z.number() }),
    ),
    lowStockProducts: z.array(z.looseObject({ id: z.string(), stock: z.int() })),
  }),
});
const Listed = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
const Stocked = z.object({ data: z.array(z.looseObject({ id: z.string(), stock: z.int() })) });

type Figures = ReturnType<typeof figuresOf>;

/** The lists, the dashboard and the reports equal the log. */
async function checkAnswers(shop: Shop, figures: Figures): Promise<void> {
  const { totals, months, sold, stock, low, sales } = figures;
  const products = Stocked.parse((await shop.read("/api/products.php")).body).data;
  expect(new Map(products.map((item) => [item.id, item.stock]))).toEqual(stock);
  const list = Listed.parse((await shop.read("/api/sales.php")).body).data;
  expect(list.map(({ id }) => id).toSorted()).toEqual(sales.toSorted());

  expect((await shop.read("/api/dashboard.php")).body).toMatchObject({ data: totals });
  const answer = await shop.read("/api/sales/reports.php");
  expect(answer.body).toMatchObject({ data: totals });
  const { monthlyTrend, topProducts, lowStockProducts } = Report.parse(answer.body).data;
  const told = monthlyTrend.filter(({ monthly_orders: orders }) => orders > 0);
  expect(told.toSorted((a, b) => a.month.localeCompare(b.month))).toEqual(
    [...months]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([month, { monthly_sales: minor, monthly_orders: orders }]) => ({
        month,
        monthly_sales: inDecimals(minor),
        monthly_orders: orders,
      })),
  );
  for (const { id, total_sold: quantity, total_revenue: revenue } of topProducts) {
    const own = sold.get(id) ?? { total_sold: 0, total_revenue: 0 };
    expect([id, quantity, revenue]).toEqual([id, own.total_sold, inDecimals(own.total_revenue)]);
  }
  for (const { id, stock: shown } of lowStockProducts) {
    expect([low.includes(id), shown]).toEqual([true, stock.get(id)]);
  }
  expect(lowStockProducts.length > 0).toBe(low.length > 0);
}

/** Everything that a row refers to is in the same shop. */
export async function checkParents(apis: Apis): Promise<void> {
  const orphans = await apis.query(
    `select s.tenant_id, l ->> 'productId' as id from rm.rm_sales s, json_array_elements(s.lines) l
      where not exists (select from rm.rm_products p
                         where p.tenant_id = s.tenant_id and p.product_id = (l ->> 'productId')::uuid)
     union all
     select s.tenant_id, s.customer_id::text from rm.rm_sales s
      where s.customer_id is not null
        and not exists (select from rm.rm_customers c where c.tenant_id = s.tenant_id and c.customer_id = s.customer_id)
     union all
     select d.tenant_id, d.product_id::text from rm.rm_product_days d
      where not exists (select from rm.rm_products p where p.tenant_id = d.tenant_id and p.product_id = d.product_id)
     union all
     select e.tenant_id, e.stream_id::text from es.events e
      where (e.type <> 'SaleRecorded' or e.stream_version > 1)
        and not exists (select from es.stream_heads h where h.tenant_id = e.tenant_id and h.stream_id = e.stream_id)`,
  );
  expect(orphans).toEqual([]);
}
