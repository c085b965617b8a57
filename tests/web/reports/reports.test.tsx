import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import {
  BY_DAY,
  chartOf,
  report,
  REPORTS,
  section,
  serveReports,
  SUMMARY,
} from "#tests/web/kit/reports.ts";

const fake = serveEachTest();

const cell = (name: string) => screen.getByText(name).closest("div")?.textContent;

describe("the reports", () => {
  test("STATE-01: show that they load in their final layout", async () => {
    fake.server.on(SUMMARY, hangs);
    fake.server.on(BY_DAY, hangs);
    open(REPORTS, "owner");
    await screen.findByText("Loading reports...");
    expect(section("Monthly Sales Trend")).toBeTruthy();
    expect(cell("Total Sales")).not.toContain("GH₵");
  });

  test("REP-02: four cards show sales, orders, customers and products", async () => {
    serveReports(fake.server);
    open(REPORTS, "owner");
    await waitFor(() => expect(cell("Total Sales")).toContain("GH₵47,352.50"));
    expect(cell("Total Orders")).toContain("1,246");
    expect(cell("Total Customers")).toContain("318");
    expect(cell("Total Products")).toContain("164");
    expect(document.title).toBe("Reports & Analytics · Tillbook");
  });

  test("REP-03: each card shows its growth, with the direction in words", async () => {
    serveReports(fake.server);
    open(REPORTS, "owner");
    await waitFor(() => expect(cell("Total Sales")).toContain("up +9.4% from the 30 days before"));
    expect(cell("Total Products")).toContain("down -1.2% from the 30 days before");
    const [up, down] = [screen.getByText(/\+9\.4%/), screen.getByText(/-1\.2%/)];
    expect(up.className).not.toBe(down.className);
  });

  test("REP-04: growth without a previous month reads New, and none to none +0.0%", async () => {
    serveReports(fake.server);
    open(REPORTS, "owner");
    await waitFor(() => expect(cell("Total Customers")).toContain("New this month"));
    expect(cell("Total Orders")).toContain("1,246+0.0% from the 30 days before");
  });

  test("REP-05: the trend shows six months from left to right, names the current one, and offers a table", async () => {
    serveReports(fake.server);
    const user = open(REPORTS, "owner");
    const chart = await chartOf("Monthly Sales Trend");
    expect(chart.says).toBe(
      "Monthly sales, June to November. October is highest at GH₵46,318.50; November so far is GH₵33,904.00.",
    );
    expect(chart.words.join(" ")).toBe("38.2k Jun 41.7k Jul 0 Aug 44.1k Sep 46.3k Oct 33.9k Nov");
    const trend = within(section("Monthly Sales Trend"));
    trend.getByText("November so far");
    trend.getByText("GH₵ thousand");
    await user.click(trend.getByText("Show as a table"));
    const rows = trend.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows).toHaveLength(7);
    expect(rows[0]).toBe("MonthSalesOrders");
    expect(rows[3]).toBe("Aug 2026GH₵0.000");
    expect(rows[6]).toBe("Nov 2026, so farGH₵33,904.00892");
  });

  test("REP-06: lists the five best products with pieces and revenue", async () => {
    const many = Array.from({ length: 7 }, (_, index) => ({
      id: `p-${index}`,
      name: `Product ${index}`,
      total_sold: 100 - index,
      total_revenue: 1_000 - index,
    }));
    serveReports(fake.server, report({ topProducts: many }));
    open(REPORTS, "owner");
    await screen.findByText("Product 4");
    expect(screen.queryByText("Product 5")).toBeNull();
    expect(screen.getByText("Product 0").closest("li")?.textContent).toBe(
      "Product 0100 soldGH₵1,000.00",
    );
  });

  test("REP-07, DASH-17: recent sales name the customer or walk-in, in the shop's time zone", async () => {
    serveReports(fake.server);
    open(REPORTS, "owner");
    const named = await screen.findByText("Kwame Boateng");
    expect(named.closest("li")?.textContent).toBe("Kwame Boateng21 Nov, 11:42GH₵149.00");
    expect(named.getAttribute("href")).toBe("/app/sales?sale=s-1");
    screen.getByText("Walk-in Customer");
  });

  test("REP-08, DASH-17: low stock is marked as out or low", async () => {
    serveReports(fake.server);
    open(REPORTS, "owner");
    const out = await screen.findByText("Titus Sardines 125g");
    expect(out.closest("li")?.textContent).toBe("Titus Sardines 125gOut of stock");
    expect(out.getAttribute("href")).toMatch(/^\/app\/inventory\?adjust=/);
    expect(screen.getByText("Peak Milk 400g").closest("li")?.textContent).toBe(
      "Peak Milk 400g6 leftLow stock",
    );
  });

  test("REP-08: says when everything is well stocked", async () => {
    serveReports(fake.server, report({ lowStockProducts: [] }));
    open(REPORTS, "owner");
    await screen.findByText("All products well stocked!");
  });

  test("REP-09: a shop without sales has no data available", async () => {
    const monthlyTrend = report().monthlyTrend.map(({ month }) => ({
      month,
      monthly_sales: 0,
      monthly_orders: 0,
    }));
    const nothing = { totalSales: 0, totalOrders: 0, recentSales: [], topProducts: [] };
    serveReports(fake.server, report({ ...nothing, monthlyTrend }));
    open(REPORTS, "owner");
    await screen.findByRole("heading", { name: "No Data Available" });
    expect(screen.getByRole("link", { name: "New Sale" }).getAttribute("href")).toBe("/app/sell");
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });

  test("REP-10: shows a refusal at once, in the server's words", async () => {
    fake.server.on(SUMMARY, refuses(403, "Your role may not see this"));
    open(REPORTS, "owner");
    const alert = await screen.findByRole("alert");
    within(alert).getByRole("heading", { name: "Error Loading Reports" });
    expect(alert.textContent).toContain("Failed to load reports");
    expect(alert.textContent).toContain("Your role may not see this");
  });

  test("REP-10: shows a fault after the first failed retry, and retries on request", async () => {
    serveReports(fake.server);
    fake.server.on(SUMMARY, breaks, breaks, succeeds(report()));
    const user = open(REPORTS, "owner");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Error Loading Reports");
    expect(alert.textContent).toContain("Error loading reports");
    await user.click(within(alert).getByRole("button", { name: "Try Again" }));
    await screen.findByText("Kwame Boateng");
  });

  test("RIGHT-02: are not offered to roles that may not see them", async () => {
    fake.server.on("GET /api/products.php", succeeds([]));
    open("/app/products", "cashier");
    await screen.findByRole("heading", { name: "Products" });
    expect(screen.queryByRole("link", { name: "Reports" })).toBeNull();
  });
});
