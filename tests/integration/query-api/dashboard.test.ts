import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";

import { openQueryApi, type QueryApi } from "./query-api.ts";
import { ID } from "./two-tenants.ts";

let api: QueryApi;

beforeAll(async () => {
  api = await openQueryApi();
});
afterAll(() => api.close());

const dataOf = async (url: string, as: Parameters<QueryApi["get"]>[1] = "owner") => {
  const response = await api.get(url, as);
  expect([response.statusCode, response.headers["x-stale"]]).toEqual([200, undefined]);
  return response.json<{ data: Record<string, unknown> }>().data;
};

describe("the dashboard", () => {
  it("API-08: counts everything without a period", async () => {
    expect(await dataOf("/api/dashboard.php")).toEqual({
      totalSales: 247.9,
      totalOrders: 3,
      totalCustomers: 1,
      totalProducts: 3,
      currency: "GHS",
      otherCurrencies: [{ currency: "EUR", totalSales: 0.07, totalOrders: 1 }],
      period: null,
      from: null,
      to: null,
      growth: {
        sales: { percent: null, note: "New this month" },
        orders: { percent: null, note: "New this month" },
        customers: { percent: null, note: "New this month" },
        products: { percent: null, note: "New this month" },
      },
      recentSales: [
        {
          id: ID.today,
          first_name: "Efua",
          last_name: "own",
          total_amount: 123.45,
          currency: "GHS",
          created_at: "2026-03-10T10:00:00.000Z",
          item_count: 2,
          unit_count: 4,
          payment_method: "mobile_money",
        },
        expect.objectContaining({ id: ID.yesterday, first_name: null, last_name: null }),
        // An archived customer is still shown on the sale.
        expect.objectContaining({ id: ID.january, first_name: "Left", last_name: "own" }),
        expect.objectContaining({ id: ID.euros, first_name: null, currency: "EUR" }),
      ],
      lowStockProducts: [
        { id: ID.rice, name: "rice own", price: 25.5, stock: 3 },
        { id: ID.salt, name: "salt own", price: 25.5, stock: 20 },
      ],
      monthlyTrend: expect.any(Array),
      topProducts: expect.any(Array),
    });
  });

  it("REP-13: counts whole local days up to and including today", async () => {
    const week = await dataOf("/api/dashboard.php?period=7");

    expect(week).toMatchObject({
      totalSales: 246.9,
      totalOrders: 2,
      otherCurrencies: [],
      period: "7",
      from: "2026-03-04",
      to: "2026-03-10",
    });
    expect(week["recentSales"]).toHaveLength(4);
  });

  it("counts the days from one date to another, both included", async () => {
    expect(await dataOf("/api/dashboard.php?from=2026-01-15&to=2026-03-09")).toMatchObject({
      totalSales: 124.45,
      totalOrders: 2,
      period: null,
      from: "2026-01-15",
      to: "2026-03-09",
    });
  });

  it("DASH-08: always shows a cashier today", async () => {
    for (const query of ["", "?period=365", "?from=2025-01-01&to=2026-12-31"]) {
      expect(await dataOf(`/api/dashboard.php${query}`, "cashier")).toMatchObject({
        totalSales: 123.45,
        totalOrders: 1,
        period: "today",
        from: "2026-03-10",
        to: "2026-03-10",
        growth: null,
      });
    }
  });

  it("API-17: has the report summary's fields, with the last six months", async () => {
    const [dashboard, report] = [
      await dataOf("/api/dashboard.php?period=30"),
      await dataOf("/api/sales/reports.php?period=30"),
    ];
    expect(report["monthlyTrend"]).toHaveLength(12);
    expect(dashboard).toEqual({
      ...report,
      monthlyTrend: z.array(z.unknown()).parse(report["monthlyTrend"]).slice(0, 6),
    });
  });

  it("API-17: has no months for a cashier, and the best sellers of today", async () => {
    const data = await dataOf("/api/dashboard.php?period=365", "cashier");
    expect(data["monthlyTrend"]).toEqual([]);
    expect(data["topProducts"]).toEqual([
      {
        id: ID.rice,
        name: "rice own",
        total_sold: expect.any(Number),
        total_revenue: expect.any(Number),
      },
    ]);
  });

  it("is empty for a tenant that is not projected yet", async () => {
    await api.admin.query("delete from rm.rm_shops where tenant_id <> $1", [ID.rice]);
    const data = await dataOf("/api/dashboard.php?period=7");
    expect(data).toMatchObject({ currency: "GHS", totalOrders: 2 });
  });
});

describe("the report", () => {
  it("API-09: has the months, newest first, and the best sellers", async () => {
    const data = await dataOf("/api/sales/reports.php");

    expect(data).toMatchObject({ totalSales: 247.9, totalOrders: 3, period: null });
    expect(data["monthlyTrend"]).toEqual([
      { month: "2026-03-01", monthly_sales: 246.9, monthly_orders: 2 },
      { month: "2026-02-01", monthly_sales: 0, monthly_orders: 0 },
      { month: "2026-01-01", monthly_sales: 1, monthly_orders: 1 },
      // Sales in another currency are not part of this sum.
      { month: "2025-12-01", monthly_sales: 0, monthly_orders: 0 },
      ...[
        "2025-11",
        "2025-10",
        "2025-09",
        "2025-08",
        "2025-07",
        "2025-06",
        "2025-05",
        "2025-04",
      ].map((month) => ({ month: `${month}-01`, monthly_sales: 0, monthly_orders: 0 })),
    ]);
    expect(data["topProducts"]).toEqual([
      { id: ID.archived, name: "Archived own", total_sold: 9, total_revenue: 90 },
      { id: ID.rice, name: "rice own", total_sold: 6, total_revenue: 6.3 },
      { id: ID.beans, name: "Beans own", total_sold: 1, total_revenue: 1.05 },
    ]);
  });

  it("counts the best sellers of the period and leaves the months alone", async () => {
    const data = await dataOf("/api/sales/reports.php?period=30");

    expect(data["monthlyTrend"]).toHaveLength(12);
    expect(data["topProducts"]).toEqual([
      { id: ID.rice, name: "rice own", total_sold: 6, total_revenue: 6.3 },
      { id: ID.beans, name: "Beans own", total_sold: 1, total_revenue: 1.05 },
    ]);
  });
});
