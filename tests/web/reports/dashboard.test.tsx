import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { growth, report } from "#tests/web/kit/reports.ts";
import { dashboard, showingTakings } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const DASHBOARD = "GET /api/dashboard.php";
const PATH = "/app/dashboard";

const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const row = (title: string) => screen.getByText(title).closest("li") ?? document.body;

describe("the dashboard", () => {
  test("says that it is loading", async () => {
    fake.server.on(DASHBOARD, hangs);
    open(PATH, "owner");
    await screen.findByText("Loading dashboard...");
  });

  test("DASH-01: shows totals, recent sales and low stock", async () => {
    const recentSale = {
      id: "s-1",
      first_name: "Kwame",
      last_name: "Boateng",
      total_amount: 149,
      currency: "GHS",
      created_at: new Date(Date.now() - 12 * 60_000).toISOString(),
      item_count: 2,
      unit_count: 3,
      payment_method: "mobile_money",
    };
    fake.server.on(
      DASHBOARD,
      succeeds(
        dashboard({
          recentSales: [
            recentSale,
            { ...recentSale, id: "s-2", first_name: null, last_name: null },
          ],
          lowStockProducts: [
            { id: "p-1", name: "Titus Sardines 125g", price: 16, stock: 0 },
            { id: "p-2", name: "Peak Milk 400g", price: 68, stock: 6 },
          ],
        }),
      ),
    );
    open(PATH, "owner");
    const totals = (await screen.findByText("Total Sales")).closest("dl") ?? document.body;
    await waitFor(() => expect(totals.textContent).toContain("GH₵47,352.50"));
    expect(totals.textContent).toContain("Orders1,246");
    expect(row("Kwame Boateng").textContent).toContain("Mobile money · 3 itemsGH₵149.0012m ago");
    expect(row("Walk-in Customer").textContent).toContain("GH₵149.00");
    expect(row("Titus Sardines 125g").textContent).toContain("Out of stock");
    expect(row("Peak Milk 400g").textContent).toContain("6 left");
    expect(document.title).toBe("Dashboard · Tillbook");
  });

  test.each([
    ["owner", "/app/inventory?adjust=p-1"],
    ["cashier", "/app/inventory?moves=p-1"],
  ] as const)(
    "DASH-17: the rows of %s open the sale and the product's stock",
    async (role, stock) => {
      const { recentSales } = report();
      const lowStockProducts = [{ id: "p-1", name: "Titus Sardines 125g", price: 16, stock: 0 }];
      fake.server.on(DASHBOARD, succeeds(dashboard({ lowStockProducts, recentSales })));
      fake.server.on("GET /api/v1/settings", succeeds(showingTakings));
      open(PATH, role);
      await screen.findByText("Titus Sardines 125g");
      expect(hrefOf("Kwame Boateng")).toBe("/app/sales?sale=s-1");
      expect(hrefOf("Titus Sardines 125g")).toBe(stock);
    },
  );

  test("DASH-04, DASH-05: shows five of each list at most", async () => {
    const lowStockProducts = Array.from({ length: 7 }, (_, index) => ({
      id: `p-${index}`,
      name: `Product ${index}`,
      price: 1,
      stock: 1,
    }));
    fake.server.on(DASHBOARD, succeeds(dashboard({ lowStockProducts })));
    open(PATH, "owner");
    await screen.findByText("Product 4");
    expect(screen.queryByText("Product 5")).toBeNull();
  });

  test("DASH-09: says when a list is empty", async () => {
    fake.server.on(DASHBOARD, succeeds(dashboard()));
    open(PATH, "owner");
    await screen.findByText("All products well stocked!");
    await screen.findByText("No sales yet.");
  });

  test("DASH-02: requests 30 days, or the chosen period", async () => {
    fake.server.on(DASHBOARD, succeeds(dashboard()));
    const user = open(PATH, "owner");
    await user.selectOptions(await screen.findByLabelText("Period"), "Last 7 days");
    await waitFor(() => expect(location.search).toBe("?period=7"));
    await waitFor(() =>
      expect(fake.server.calls(DASHBOARD).map(({ query }) => query.get("period"))).toEqual([
        "30",
        "7",
      ]),
    );
  });

  test("DASH-02: requests today and yesterday as days of the shop", async () => {
    fake.server.on(DASHBOARD, succeeds(dashboard()));
    const user = open(`${PATH}?period=1`, "owner");
    const asked = () => fake.server.calls(DASHBOARD).map(({ query }) => query);
    const period = await screen.findByLabelText<HTMLSelectElement>("Period");
    expect(period.value).toBe("1");
    await user.selectOptions(period, "Yesterday");
    const days = () => [...new Set(asked().map((query) => query.get("from") ?? ""))];
    await waitFor(() => expect(days()).toHaveLength(2));
    const [today, yesterday] = days().map((day) => Date.parse(day));
    expect((today ?? 0) - (yesterday ?? 0)).toBe(86_400_000);
    for (const query of asked()) expect(query.get("to")).toBe(query.get("from"));
  });

  test("DASH-03: fetches again on Refresh", async () => {
    fake.server.on(DASHBOARD, succeeds(dashboard()), succeeds(dashboard({ totalOrders: 1_247 })));
    const user = open(PATH, "owner");
    await screen.findByText("1,246");
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await screen.findByText("1,247");
  });

  test("DASH-07, STATE-03: shows a refusal at once, in the server's words", async () => {
    fake.server.on(DASHBOARD, refuses(403, "Your role may not see this"));
    open(PATH, "owner");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Failed to load dashboard");
    expect(alert.textContent).toContain("Your role may not see this");
    expect(fake.server.calls(DASHBOARD)).toHaveLength(1);
  });

  test("DASH-07, STATE-02, STATE-03: shows a fault after the first failed retry, and retries on request", async () => {
    fake.server.on(DASHBOARD, breaks, breaks, succeeds(dashboard()));
    const user = open(PATH, "owner");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Error loading dashboard");
    expect(fake.server.calls(DASHBOARD)).toHaveLength(2);
    await user.click(within(alert).getByRole("button", { name: "Try Again" }));
    await screen.findByText("1,246");
  });

  test("DASH-08: shows a cashier today, without a choice of periods", async () => {
    fake.server.on(DASHBOARD, succeeds(dashboard()));
    fake.server.on("GET /api/v1/settings", succeeds(showingTakings));
    open(PATH, "cashier");
    await screen.findByRole("heading", { name: "Dashboard, today" });
    await screen.findByText("1,246");
    expect(screen.queryByLabelText("Period")).toBeNull();
    expect(screen.queryByRole("link", { name: "Add Product" })).toBeNull();
    expect(screen.queryByRole("link", { name: "View Reports" })).toBeNull();
    expect(hrefOf("New Sale")).toBe("/app/sell");
  });

  test("DASH-06: quick actions open their pages", async () => {
    fake.server.on(DASHBOARD, succeeds(dashboard()));
    open(PATH, "owner");
    await screen.findByText("1,246");
    expect(hrefOf("New Sale")).toBe("/app/sell");
    expect(hrefOf("Add Product")).toBe("/app/products?add=1");
    expect(hrefOf("Add Customer")).toBe("/app/customers?add=1");
    expect(hrefOf("View Reports")).toBe("/app/reports");
  });

  test("DASH-11: totals show their growth as in the reports", async () => {
    const [rise, fall] = [growth(12.5), growth(-8.2)];
    const fresh = { percent: null, note: "New this month" };
    const grown = { sales: rise, orders: fall, customers: fresh, products: growth(0) };
    fake.server.on(DASHBOARD, succeeds(dashboard({ growth: grown })));
    open(PATH, "owner");
    const totals = (await screen.findByText("Total Sales")).closest("dl") ?? document.body;
    await waitFor(() => expect(totals.textContent).toContain("up +12.5% from the 30 days before"));
    expect(totals.textContent).toContain("Orders1,246down -8.2% from the 30 days before");
    expect(totals.textContent).toContain("Customers318New this month");
    expect(totals.textContent).toContain("Products164+0.0% from the 30 days before");
  });
});
