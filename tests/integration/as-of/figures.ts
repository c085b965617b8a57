import type { Figure } from "#kernel/contract/api/lineage.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { type Arguments, ask, type AskInput, type Prepared } from "#query-api/ask.query.ts";
import { PRODUCTS } from "#query-api/product/products.query.ts";
import { BY_DAY } from "#query-api/report/by-day.query.ts";
import { BY_HOUR } from "#query-api/report/by-hour.query.ts";
import { BY_PAYMENT_METHOD } from "#query-api/report/by-payment-method.query.ts";
import { BY_PRODUCT } from "#query-api/report/by-product.query.ts";
import { BY_STAFF } from "#query-api/report/by-staff.query.ts";
import { DASHBOARD, REPORT } from "#query-api/report/report.query.ts";
import { SALES } from "#query-api/sale/sales.query.ts";

/** A figure as a screen shows it, and how to ask for its events. */
export type Shown = Readonly<{ figure: Figure; args: Arguments; value: number }>;

const SPANS: readonly Arguments[] = [{}, { days: 7 }, { from: "2026-02-25", to: "2026-03-06" }];

const lastOfMonth = (month: string): string => {
  const next = new Date(`${month}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1, 0);
  return next.toISOString().slice(0, month.length);
};

type ShowOptions = Readonly<{
  show: (figure: Figure, args: Arguments, value: number) => void;
  read: <Body>(question: Prepared<Body>, args: Arguments) => Promise<Body>;
}>;

/** Every figure of dashboard, reports, sales and stock. */
export async function figuresOf(pool: Pool, of: Omit<AskInput, "args">): Promise<Shown[]> {
  const shown: Shown[] = [];
  const showing: ShowOptions = {
    show: (figure, args, value) => void shown.push({ figure, args, value }),
    read: async (question, args) => (await ask(pool, question, { ...of, args })).body,
  };
  for (const span of SPANS) {
    await showTotals(showing, span);
    await showSums(showing, span);
  }
  await showMonths(showing);
  await showLists(showing);
  return shown;
}

async function showTotals({ show, read }: ShowOptions, span: Arguments): Promise<void> {
  const dashboard = await read(DASHBOARD, span);
  for (const { currency, orders, total_minor: total } of dashboard.totals) {
    show("sales.total", { ...span, currency }, total);
    show("sales.orders", { ...span, currency }, orders);
  }
  const report = await read(REPORT, span);
  for (const top of report.topProducts) {
    show("product.revenue", { ...span, about: top.product_id }, top.revenue_minor);
    show("product.quantity", { ...span, about: top.product_id }, top.quantity);
  }
  for (const row of (await read(BY_PRODUCT.question, span)).rows) {
    const args = { ...span, about: row.product_id, currency: row.currency };
    show("product.revenue", args, row.revenue_minor);
    show("product.quantity", args, row.quantity);
  }
}

async function showSums({ show, read }: ShowOptions, span: Arguments): Promise<void> {
  for (const row of (await read(BY_HOUR.question, span)).rows) {
    // Every hour has a row and most are empty: some of those are enough.
    if (row.orders === 0 && row.hour % 8 > 0) continue;
    const args = { ...span, hour: row.hour, currency: row.currency };
    show("hour.total", args, row.total_minor);
    show("hour.orders", args, row.orders);
  }
  for (const row of (await read(BY_STAFF.question, span)).rows) {
    const args = { ...span, about: row.user_id, currency: row.currency };
    show("staff.total", args, row.total_minor);
    show("staff.orders", args, row.orders);
  }
  for (const row of (await read(BY_PAYMENT_METHOD.question, span)).rows) {
    const args = { ...span, method: row.method, currency: row.currency };
    show("payments.count", args, row.payments);
    show("payments.total", args, row.confirmed_minor + row.asserted_minor);
    show("payments.total", { ...args, status: "confirmed" }, row.confirmed_minor);
    show("payments.total", { ...args, status: "asserted" }, row.asserted_minor);
  }
}

/** What a span compares, and with what. */
async function showCompared(
  { show, read }: ShowOptions,
  span: Arguments,
  [days, before]: readonly [Arguments, Arguments],
): Promise<void> {
  const { customers, products, sales, orders } = await read(DASHBOARD, span);
  const compared = {
    "customers.added": customers,
    "products.added": products,
    "sales.total": sales,
    "sales.orders": orders,
  } as const;
  for (const figure of [
    "customers.added",
    "products.added",
    "sales.total",
    "sales.orders",
  ] as const) {
    show(figure, days, compared[figure].now);
    show(figure, before, compared[figure].before);
  }
}

async function showMonths(options: ShowOptions): Promise<void> {
  const { show, read } = options;
  const now = await read(REPORT, {});
  show("customers", {}, now.customers.count);
  show("products", {}, now.products.count);
  // The month to date of the tests' clock, which is in March, and the same days before.
  await showCompared(options, {}, [
    { from: "2026-03-01", to: now.today },
    { from: "2026-02-01", to: now.today.replace("-03-", "-02-") },
  ]);
  const span = { from: "2026-02-25", to: "2026-03-06" };
  await showCompared(options, span, [span, { from: "2026-02-15", to: "2026-02-24" }]);
  for (const { month, orders, total_minor: total } of now.months) {
    show("sales.total", { from: month, to: lastOfMonth(month) }, total);
    show("sales.orders", { from: month, to: lastOfMonth(month) }, orders);
  }
}

async function showLists({ show, read }: ShowOptions): Promise<void> {
  for (const row of (await read(BY_DAY.question, {})).rows) {
    const args = { from: row.day, to: row.day, currency: row.currency };
    show("sales.total", args, row.total_minor);
    show("sales.tax", args, row.tax_minor);
  }
  for (const product of (await read(PRODUCTS.all, { offset: 0 })).items) {
    show("stock", { about: product.product_id }, product.stock);
  }
  for (const sale of (await read(SALES.all, { offset: 0 })).items) {
    show("sale.total", { about: sale.sale_id }, sale.total_minor);
    show("sale.tax", { about: sale.sale_id }, sale.tax_minor);
  }
}
