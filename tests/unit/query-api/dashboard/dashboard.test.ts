import { describe, expect, it } from "vitest";

import { type DashboardRow, toDashboard } from "#query-api/dashboard/dashboard.query.ts";

const row: DashboardRow = {
  currency: "GHS",
  firstDay: "2026-03-04",
  lastDay: "2026-03-10",
  totals: [
    { currency: "EUR", orders: 2, total_minor: 199 },
    { currency: "GHS", orders: 3, total_minor: 100_000_000_000_005 },
  ],
  customers: 4,
  products: 5,
  recentSales: [],
  lowStock: [{ product_id: "p", name: "Rice", price_minor: 1999, stock: -2, unit: null }],
};

describe("the figures of the dashboard", () => {
  it("are the shop's own currency, other currencies stand beside it", () => {
    expect(toDashboard(row, "7")).toEqual({
      totalSales: 1_000_000_000_000.05,
      totalOrders: 3,
      totalCustomers: 4,
      totalProducts: 5,
      currency: "GHS",
      otherCurrencies: [{ currency: "EUR", totalSales: 1.99, totalOrders: 2 }],
      period: "7",
      from: "2026-03-04",
      to: "2026-03-10",
      recentSales: [],
      lowStockProducts: [{ id: "p", name: "Rice", price: 19.99, stock: -2 }],
    });
  });

  it("are 0 for a shop without sales", () => {
    const { totalSales, totalOrders, otherCurrencies } = toDashboard({ ...row, totals: [] }, null);
    expect([totalSales, totalOrders, otherCurrencies]).toEqual([0, 0, []]);
  });
});
