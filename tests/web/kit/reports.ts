import { screen, waitFor, within } from "@testing-library/react";

import type { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";

import { succeeds } from "./fake-server.ts";
import type { FakeServer } from "./fake-server.ts";
import { dashboard } from "./shop.ts";

export const SUMMARY = "GET /api/sales/reports.php";
export const BY_DAY = "GET /api/v1/reports/day";
export const REPORTS = "/app/reports";

const MONTHS = [
  ["2026-11-01", 33_904, 892],
  ["2026-10-01", 46_318.5, 1_220],
  ["2026-09-01", 44_120, 1_163],
  ["2026-08-01", 0, 0],
  ["2026-07-01", 41_655.5, 1_094],
  ["2026-06-01", 38_210, 1_012],
  ["2026-05-01", 12_345, 400],
] as const;

export const growth = (percent: number) => ({
  percent,
  note: `${percent < 0 ? "" : "+"}${percent.toFixed(1)}% from the 30 days before`,
});

export const report = (part: Partial<ReportSummary> = {}): ReportSummary => ({
  ...dashboard(),
  from: "2026-10-23",
  to: "2026-11-21",
  growth: {
    sales: growth(9.4),
    orders: growth(0),
    customers: { percent: null, note: "New this month" },
    products: growth(-1.2),
  },
  monthlyTrend: MONTHS.map(([month, monthly_sales, monthly_orders]) => ({
    month,
    monthly_sales,
    monthly_orders,
  })),
  topProducts: [
    { id: "p-rice", name: "Royal Aroma Rice 5kg", total_sold: 61, total_revenue: 8_845 },
    { id: "p-milo", name: "Milo 400g", total_sold: 94, total_revenue: 5_828 },
  ],
  recentSales: [
    {
      id: "s-1",
      first_name: "Kwame",
      last_name: "Boateng",
      total_amount: 149,
      currency: "GHS",
      created_at: "2026-11-21T11:42:00Z",
      item_count: 1,
      unit_count: 3,
      payment_method: "mobile_money",
    },
    {
      id: "s-2",
      first_name: null,
      last_name: null,
      total_amount: 5,
      currency: "GHS",
      created_at: "2026-11-21T11:23:00Z",
      item_count: 1,
      unit_count: 1,
      payment_method: "cash",
    },
  ],
  lowStockProducts: [
    { id: "p-1", name: "Titus Sardines 125g", price: 16, stock: 0 },
    { id: "p-2", name: "Peak Milk 400g", price: 68, stock: 6 },
  ],
  ...part,
});

/** Sales in a span of days, by one thing. */
export const sums = (rows: readonly object[]) => ({
  period: "30",
  from: "2026-10-23",
  to: "2026-11-21",
  currency: "GHS",
  rows,
});

export const days = [
  { day: "2026-11-20", currency: "GHS", orders: 14, total: 812.5, tax: 0 },
  { day: "2026-11-14", currency: "GHS", orders: 31, total: 2_310, tax: 0 },
];

export const serveReports = (server: FakeServer, summary = report()): void => {
  server.on(SUMMARY, succeeds(summary));
  server.on(BY_DAY, succeeds(sums(days)));
};

export const section = (title: string): HTMLElement =>
  screen.getByRole("heading", { name: title }).closest("section") ?? document.body;

/** The chart of a section, with its text alternative. */
export async function chartOf(title: string) {
  const figure = await within(await waitFor(() => section(title))).findByRole("figure");
  await waitFor(() => {
    if (figure.querySelector("svg") === null) throw new Error("nothing is drawn yet");
  });
  return {
    says: figure.querySelector("figcaption")?.textContent,
    words: [...figure.querySelectorAll("text")].map(({ textContent }) => textContent),
    bars: figure.querySelectorAll("svg > svg > rect").length,
    outline: figure.querySelector("path")?.getAttribute("d"),
  };
}
