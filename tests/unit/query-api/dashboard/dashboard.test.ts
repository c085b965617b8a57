import { describe, expect, it } from "vitest";

import { type DashboardRow, toDashboard } from "#query-api/report/dashboard.query.ts";

const row: DashboardRow = {
  currency: "GHS",
  today: "2026-03-10",
  firstDay: "2026-03-04",
  lastDay: "2026-03-10",
  totals: [
    { currency: "EUR", orders: 2, total_minor: 199 },
    { currency: "GHS", orders: 3, total_minor: 100_000_000_000_005 },
  ],
  sales: { now: 110, before: 100 },
  orders: { now: 9, before: 10 },
  customers: { count: 4, now: 1, before: 0 },
  showsSums: null,
  products: { count: 5, now: 0, before: 0 },
  recentSales: [],
  lowStock: [{ product_id: "p", name: "Rice", price_minor: 1999, stock: -2, unit: null }],
};

const days = { days: null, from: null, to: null };
const week = { ...days, period: "7", compares: true };

describe("the figures of the dashboard", () => {
  it("are in the tenant's own currency, with other currencies apart", () => {
    expect(toDashboard(row, week)).toEqual({
      totalSales: 1_000_000_000_000.05,
      totalOrders: 3,
      totalCustomers: 4,
      totalProducts: 5,
      currency: "GHS",
      otherCurrencies: [{ currency: "EUR", totalSales: 1.99, totalOrders: 2 }],
      period: "7",
      from: "2026-03-04",
      to: "2026-03-10",
      growth: {
        sales: { percent: 10, note: "+10.0% from the 7 days before" },
        orders: { percent: -10, note: "-10.0% from the 7 days before" },
        customers: { percent: null, note: "" },
        products: { percent: null, note: "" },
      },
      recentSales: [],
      lowStockProducts: [{ id: "p", name: "Rice", price: 19.99, stock: -2 }],
    });
  });

  it("are 0 for a tenant without sales", () => {
    const { totalSales, totalOrders, otherCurrencies } = toDashboard({ ...row, totals: [] }, week);
    expect([totalSales, totalOrders, otherCurrencies]).toEqual([0, 0, []]);
  });

  it("do not compare months for a reader who only sees today", () => {
    const today = { ...days, period: "today", compares: false };
    expect(toDashboard(row, today).growth).toBeNull();
  });
});
