import type { ProductItem } from "#kernel/contract/api/product.ts";
import type { Dashboard, ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import type { SaleItem } from "#kernel/contract/api/sale.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { minorOf, toDecimalText } from "#kernel/contract/money.ts";
import { toSaleItem } from "#kernel/contract/sale-item.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { type Arguments, ask, type Prepared } from "#query-api/ask.query.ts";
import { type ListPage, type ListKey, toFilter } from "#query-api/listing.ts";
import { PRODUCTS, toProductItem } from "#query-api/product/products.query.ts";
import { DASHBOARD, toReport } from "#query-api/report/report.query.ts";
import { SALES } from "#query-api/sale/sales.query.ts";
import { toSpan } from "#query-api/span-of-days.query.ts";

export type Past = Readonly<{ pool: Pool; tenantId: TenantId; seq: number; nowMs: number }>;

/** The answer as the screen gets it, and as lines for a terminal. */
type Part = Readonly<{ data: ReportSummary | ProductItem | SaleItem; lines: readonly string[] }>;

const PAGE = 500;

export const SCREENS: Readonly<Record<string, (past: Past) => AsyncGenerator<Part>>> = {
  dashboard: async function* dashboard(past) {
    const span = toSpan({}, "auditor");
    const data = toReport(await answerOf(past, DASHBOARD, span), span);
    yield { data, lines: tellDashboard(data) };
  },
  products: async function* products(past) {
    for await (const row of itemsOf(past, PRODUCTS.all)) {
      const data = toProductItem(row);
      const { id, name, price, stock } = data;
      yield { data, lines: [`${id}  ${name}  ${amountText(price)}  stock ${stock}`] };
    }
  },
  sales: async function* sales(past) {
    for await (const row of itemsOf(past, SALES.all)) {
      const data = toSaleItem(row);
      const { id, receipt_number: receipt, created_at: at, payment_method: method } = data;
      const total = `${amountText(data.total_amount)} ${data.currency}`;
      yield { data, lines: [`${id}  ${receipt ?? "no receipt"}  ${at}  ${total}  ${method}`] };
    }
  },
};

/** Throws if the read models have not reached the moment. */
async function answerOf<Body>(
  { pool, tenantId, seq, nowMs }: Past,
  question: Prepared<Body>,
  args: Arguments,
): Promise<Body> {
  const { checkpoint, isBlocked, body } = await ask(pool, question, {
    tenantId,
    args,
    seq,
    nowMs,
  });
  if (checkpoint >= seq) return body;
  const why = isBlocked ? "are stopped or being rebuilt" : "lag behind the log";
  throw new Error(`the read models ${why}: they have reached event ${checkpoint}, not ${seq}`);
}

/** All items of a list, page by page. */
async function* itemsOf<Row extends ListKey>(
  past: Past,
  question: Prepared<ListPage<Row>>,
): AsyncGenerator<Row> {
  const all = { ...toFilter({}), limit: PAGE, offset: 0 };
  for (let from: Arguments = {}; ;) {
    const { items } = await answerOf(past, question, { ...all, ...from });
    yield* items;
    const last = items.at(-1);
    if (!last || items.length < PAGE) return;
    from = { place: last.place, after: last.id };
  }
}

const amountText = (amount: number): string => toDecimalText(minorOf(amount));

const tellDashboard = (board: Dashboard): readonly string[] => [
  `total sales  ${amountText(board.totalSales)} ${board.currency}`,
  ...board.otherCurrencies.map(
    (other) => `             ${amountText(other.totalSales)} ${other.currency}`,
  ),
  `orders       ${board.totalOrders}`,
  `customers    ${board.totalCustomers}`,
  `products     ${board.totalProducts}`,
  ...board.recentSales.map(
    (sale) => `sale         ${sale.created_at}  ${amountText(sale.total_amount)} ${sale.currency}`,
  ),
  ...board.lowStockProducts.map(({ name, stock }) => `low stock    ${name}  ${stock}`),
];
