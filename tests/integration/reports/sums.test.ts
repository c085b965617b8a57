import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { Dashboard, ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import {
  DaySums,
  HourSums,
  PaymentMethodSums,
  ProductSums,
  reportOf,
  StaffSums,
} from "#kernel/contract/api/reports/report.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";

let apis: Apis;

beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

const SELLERS = ["owner", "manager", "cashier", "second cashier"] as const;
const METHODS = ["cash", "card", "mobile_money", "bank_transfer"] as const;
const HOUR_MS = 3_600_000;
const SALES = 60;

const read = async <Data>(path: string, data: z.ZodMiniType<Data>): Promise<Data> => {
  const answer = await apis.askOf.query("GET", path);
  expect([path, answer.status, answer.headers["x-stale"]]).toEqual([path, 200, undefined]);
  return z.object({ data }).parse(answer.body).data;
};

/**
 * Sales by all people, with every payment method, over three days; every fifth is voided by someone
 * else.
 */
async function trade(): Promise<void> {
  const products = [await apis.addProduct("Milo", 100_000), await apis.addProduct("Rice", 100_000)];
  for (let n = 0; n < SALES; n += 1) {
    const [product = ""] = products.slice(n % 2);
    const more = {
      payment_method: METHODS[n % METHODS.length],
      occurred_at: new Date(apis.clock() - (n % 70) * HOUR_MS).toISOString(),
    };
    const sold = await apis.sell([[product, 1 + (n % 4)]], more, {
      as: SELLERS[n % SELLERS.length] ?? "owner",
    });
    if (n % 5 !== 0) continue;
    await apis.ask("DELETE", `/api/sales.php?id=${idOf(sold)}`, { as: "manager" });
  }
}

/** Sales in the log that are not voided, in pesewas. */
async function folded() {
  const rows = await apis.query<{ sales: number; total: number }>(
    `select count(*)::int as sales, coalesce(sum((s.data ->> 'totalMinor')::bigint), 0)::float8 as total
       from es.events s
      where s.tenant_id = $1 and s.type = 'SaleRecorded'
        and not exists (select from es.events v
                         where v.tenant_id = $1 and v.type = 'SaleVoided' and v.stream_id = s.stream_id)`,
    [apis.tenantId],
  );
  return rows[0] ?? { sales: 0, total: 0 };
}

const minor = (amount: number): number => Math.round(amount * 100);
const sumOf = <Row>(rows: readonly Row[], figure: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0);

describe("the sums of a shop", () => {
  test("REP-14: are equal by product, day, hour, person and payment method, and equal the log", async () => {
    await trade();
    const log = await folded();
    process.stdout.write(`${log.sales} sales, ${toDecimal(log.total)} in the log
`);
    const days = await read("/api/v1/reports/day", reportOf(DaySums));
    const hours = await read("/api/v1/reports/hour", reportOf(HourSums));
    const staff = await read("/api/v1/reports/staff", reportOf(StaffSums));
    const methods = await read("/api/v1/reports/payment-method", reportOf(PaymentMethodSums));
    const products = await read("/api/v1/reports/product", reportOf(ProductSums));
    const dashboard = await read("/api/dashboard.php", Dashboard);
    const week = await read("/api/dashboard.php?period=7", Dashboard);
    const report = await read("/api/sales/reports.php", ReportSummary);

    const totals = [
      sumOf(days.rows, ({ total }) => minor(total)),
      sumOf(hours.rows, ({ total }) => minor(total)),
      sumOf(staff.rows, ({ total }) => minor(total)),
      sumOf(methods.rows, ({ total }) => minor(total)),
      sumOf(methods.rows, ({ confirmed, asserted }) => minor(confirmed) + minor(asserted)),
      sumOf(products.rows, ({ revenue }) => minor(revenue)),
      sumOf(report.monthlyTrend, ({ monthly_sales: sales }) => minor(sales)),
      minor(dashboard.totalSales),
      minor(week.totalSales),
      minor(report.totalSales),
    ];
    expect(totals).toEqual(totals.map(() => log.total));
    const counts = [
      sumOf(days.rows, ({ orders }) => orders),
      sumOf(hours.rows, ({ orders }) => orders),
      sumOf(staff.rows, ({ orders }) => orders),
      sumOf(methods.rows, ({ payments }) => payments),
      dashboard.totalOrders,
    ];
    expect(counts).toEqual(counts.map(() => log.sales));
    expect(staff.rows).toHaveLength(SELLERS.length);
    expect(
      methods.rows.map(({ payment_method: method, asserted }) => [method, asserted > 0]),
    ).toEqual(
      expect.arrayContaining([
        ["cash", false],
        ["card", true],
        ["mobile_money", true],
        ["bank_transfer", true],
      ]),
    );
  });

  test("a period is the sum of its days, whichever days are chosen", async () => {
    const { rows } = await read("/api/v1/reports/day", reportOf(DaySums));
    const dates = rows.map(({ day }) => day).toSorted();
    for (const from of dates) {
      for (const to of dates.filter((day) => day >= from)) {
        const span = await read(`/api/sales/reports.php?from=${from}&to=${to}`, ReportSummary);
        const within = rows.filter(({ day }) => day >= from && day <= to);
        expect([from, to, minor(span.totalSales), span.totalOrders]).toEqual([
          from,
          to,
          sumOf(within, ({ total }) => minor(total)),
          sumOf(within, ({ orders }) => orders),
        ]);
      }
    }
    expect(dates.length).toBeGreaterThanOrEqual(3);
  });

  test("a change of currency mixes no sums", async () => {
    const before = await read("/api/dashboard.php", Dashboard);
    const changed = await apis.ask("PUT", "/api/v1/settings/business", {
      body: { currency: "USD" },
    });
    expect(changed.status).toBe(200);
    const product = await apis.addProduct("Tea", 10);
    await apis.sell([[product, 2, 4.5]]);

    const after = await read("/api/dashboard.php", Dashboard);
    expect([after.currency, after.totalSales, after.totalOrders]).toEqual(["USD", 9, 1]);
    expect(after.otherCurrencies).toEqual([
      { currency: "GHS", totalSales: before.totalSales, totalOrders: before.totalOrders },
    ]);
    for (const [by, row] of [
      ["day", DaySums],
      ["hour", HourSums],
      ["staff", StaffSums],
    ] as const) {
      const { rows, currency } = await read(`/api/v1/reports/${by}`, reportOf(row));
      const of = (wanted: string) => rows.filter((one) => one.currency === wanted);
      expect([by, currency, rows[0]?.currency]).toEqual([by, "USD", "USD"]);
      expect([by, sumOf(of("USD"), ({ total }) => minor(total))]).toEqual([by, 900]);
      expect([by, sumOf(of("GHS"), ({ total }) => minor(total))]).toEqual([
        by,
        minor(before.totalSales),
      ]);
    }
    const report = await read("/api/sales/reports.php", ReportSummary);
    expect(sumOf(report.monthlyTrend, ({ monthly_sales: sales }) => minor(sales))).toBe(900);
    process.stdout.write(`${before.totalSales} GHS and ${after.totalSales} USD
`);
  });
});
