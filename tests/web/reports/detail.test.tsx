import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, succeeds } from "#tests/web/kit/fake-server.ts";
import {
  BY_DAY,
  chartOf,
  days,
  REPORTS,
  section,
  serveReports,
  sums,
} from "#tests/web/kit/reports.ts";

const fake = serveEachTest();

const milo = { id: "p-1", name: "Milo 400g", category: "Drinks" };

describe("the sales in detail", () => {
  afterEach(() => vi.useRealTimers());

  test("REP-13, REP-16: by day, draws every day of the range and marks today", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T23:30:00Z") });
    serveReports(fake.server);
    open(REPORTS, "owner");
    const chart = await chartOf("Sales in detail");
    expect(chart.says).toBe("Sales by day. 14 Nov 2026 is highest at GH₵2,310.00.");
    expect(chart.bars).toBe(30);
    within(section("Sales in detail")).getByText("23 Oct 2026 to 21 Nov 2026");
    within(section("Sales in detail")).getByText("Today so far");
  });

  test("REP-16: by day over a year, draws an outline and lists the days with sales", async () => {
    serveReports(fake.server);
    fake.server.on(
      BY_DAY,
      succeeds({ ...sums(days), from: "2025-11-22", to: "2026-11-21", period: "365" }),
    );
    open(`${REPORTS}?period=365`, "owner");
    const chart = await chartOf("Sales in detail");
    expect(chart.outline).toContain("365");
    expect(chart.words).toContain("14 Nov: 2,310");
    const rows = within(section("Sales in detail"))
      .getAllByRole("row", { hidden: true })
      .map(({ textContent }) => textContent);
    expect(rows).toEqual(["DayOrdersSales", "20 Nov 202614GH₵812.50", "14 Nov 202631GH₵2,310.00"]);
  });

  test("REP-16, REP-17, REP-18: by hour, product, category, person and payment method, each with its own request", async () => {
    serveReports(fake.server);
    fake.server.on(
      "GET /api/v1/reports/hour",
      succeeds(
        sums(
          Array.from({ length: 24 }, (_, hour) => ({
            hour,
            currency: "GHS",
            orders: hour === 17 ? 9 : 0,
            total: hour === 17 ? 410.5 : 0,
          })),
        ),
      ),
    );
    fake.server.on(
      "GET /api/v1/reports/product",
      succeeds(
        sums([
          { ...milo, currency: "GHS", quantity: 94, revenue: 5_828, cost: 4_371, profit: 1_457 },
          { ...milo, currency: "USD", quantity: 2, revenue: 12, cost: null, profit: null },
        ]),
      ),
    );
    fake.server.on(
      "GET /api/v1/reports/category",
      succeeds(
        sums([
          {
            category: "Drinks",
            currency: "GHS",
            products: 2,
            revenue: 52,
            uncosted: 16,
            cost: 28.5,
            profit: 7.5,
          },
          {
            category: null,
            currency: "GHS",
            products: 1,
            revenue: 4,
            uncosted: 4,
            cost: null,
            profit: null,
          },
        ]),
      ),
    );
    fake.server.on(
      "GET /api/v1/reports/staff",
      succeeds(
        sums([
          { user_id: "u-1", name: "Efua Sarpong", currency: "GHS", orders: 1, total: 20 },
          { user_id: "u-2", name: null, currency: "GHS", orders: 2, total: 10 },
        ]),
      ),
    );
    const user = open(REPORTS, "owner");
    const detail = within(await waitFor(() => section("Sales in detail")));
    await user.click(detail.getByRole("radio", { name: "Hour" }));
    await detail.findByText("Sales by hour of the day. 17:00 to 18:00 is highest at GH₵410.50.");
    expect((await chartOf("Sales in detail")).bars).toBe(24);
    await user.click(detail.getByRole("radio", { name: "Product" }));
    const listed = await detail.findAllByText("Milo 400g", { selector: "p" });
    expect(listed.map((name) => name.closest("li")?.textContent)).toEqual([
      "Milo 400g94 sold · profit GH₵1,457.00 (25 %)GH₵5,828.00",
      "Milo 400g2 soldUS$12.00",
    ]);
    detail.getByText("Profit is sales less today's cost prices. Tax is not taken off.");
    await user.click(detail.getByRole("radio", { name: "Category" }));
    await detail.findByText("No category", { selector: "p" });
    detail.getByText("2 products · profit GH₵7.50 (21 %), GH₵16.00 without a cost");
    await user.click(detail.getByRole("radio", { name: "Staff" }));
    await detail.findByText("Efua Sarpong", { selector: "p" });
    detail.getByText("Former staff", { selector: "p" });
    expect(location.search).toBe("?by=staff");
  });

  test("REP-16: by hour, says when nothing was sold in any of them", async () => {
    serveReports(fake.server);
    const idle = Array.from({ length: 24 }, (_, hour) => ({
      hour,
      currency: "GHS",
      orders: 0,
      total: 0,
    }));
    fake.server.on("GET /api/v1/reports/hour", succeeds(sums(idle)));
    open(`${REPORTS}?by=hour`, "owner");
    const detail = within(await waitFor(() => section("Sales in detail")));
    await detail.findByText("No Data Available");
    expect(detail.queryByRole("figure")).toBeNull();
  });

  test("REP-15: payments say what is confirmed and what the cashier recorded", async () => {
    serveReports(fake.server);
    fake.server.on(
      "GET /api/v1/reports/payment-method",
      succeeds(
        sums(
          [
            { method: "cash", confirmed: 300, asserted: 0 },
            { method: "mobile_money", confirmed: 0, asserted: 120 },
            { method: "card", confirmed: 40, asserted: 60 },
          ].map(({ method, confirmed, asserted }) => ({
            payment_method: method,
            currency: "GHS",
            payments: 3,
            total: confirmed + asserted,
            confirmed,
            asserted,
          })),
        ),
      ),
    );
    open(`${REPORTS}?by=payment-method`, "owner");
    const row = async (name: string) =>
      (await screen.findByText(name, { selector: "p" })).closest("li")?.textContent;
    expect(await row("Cash")).toBe("Cash3 payments · all confirmedGH₵300.00");
    expect(await row("Mobile money")).toBe("Mobile money3 payments · not confirmedGH₵120.00");
    expect(await row("Card")).toBe("Card3 payments · GH₵40.00 confirmedGH₵100.00");
  });

  test("TAX-07: by tax, lists each levy with its rate, its sales without tax, and the sum", async () => {
    serveReports(fake.server);
    const levy = { currency: "GHS", orders: 12, net: 1_000 };
    fake.server.on(
      "GET /api/v1/reports/tax",
      succeeds(
        sums([
          { ...levy, name: "VAT", rate: 15, tax: 150.01 },
          { ...levy, name: "NHIL", rate: 2.5, tax: 25 },
          { ...levy, name: "GETFund", rate: 2.5, tax: 25 },
          { name: "Tax", rate: 20, currency: "USD", orders: 1, net: 5, tax: 1 },
        ]),
      ),
    );
    const user = open(REPORTS, "owner");
    const detail = within(await waitFor(() => section("Sales in detail")));
    await user.click(detail.getByRole("radio", { name: "Tax" }));
    await detail.findByText("VAT 15%");
    expect(detail.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "VAT 15%12 orders, GH₵1,000.00 without taxGH₵150.01",
      "NHIL 2.5%12 orders, GH₵1,000.00 without taxGH₵25.00",
      "GETFund 2.5%12 orders, GH₵1,000.00 without taxGH₵25.00",
      "Tax 20%1 order, US$5.00 without taxUS$1.00",
      "All taxGH₵200.01",
      "All taxUS$1.00",
    ]);
    expect(location.search).toBe("?by=tax");
  });

  test("TAX-17: by tax, lists the values of standard-rated, zero-rated and exempt sales", async () => {
    serveReports(fake.server);
    const levy = { currency: "GHS", orders: 12, net: 1_000.1 };
    const apart = { rate: 0, currency: "GHS", tax: 0 };
    fake.server.on(
      "GET /api/v1/reports/tax",
      succeeds(
        sums([
          { ...levy, name: "VAT", rate: 15, tax: 150.01 },
          { ...levy, name: "Tax", rate: 3, orders: 1, net: 0.2, tax: 0.01 },
          { ...levy, name: "NHIL", rate: 2.5, tax: 25 },
          { ...apart, name: "Zero-rated", orders: 2, net: 5, category: "zero" },
          { ...apart, name: "Exempt", orders: 3, net: 12.5, category: "exempt" },
        ]),
      ),
    );
    open(`${REPORTS}?by=tax`, "owner");
    const detail = within(await waitFor(() => section("Sales in detail")));
    await detail.findByText("Exempt");
    expect(detail.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "VAT 15%12 orders, GH₵1,000.10 without taxGH₵150.01",
      "Tax 3%1 order, GH₵0.20 without taxGH₵0.01",
      "NHIL 2.5%12 orders, GH₵1,000.10 without taxGH₵25.00",
      "All taxGH₵175.02",
      "Standard-ratedSales without taxGH₵1,000.30",
      "Zero-ratedSales without taxGH₵5.00",
      "ExemptSales without taxGH₵12.50",
    ]);
  });

  test("TAX-07: a period without taxed sales says so", async () => {
    serveReports(fake.server);
    fake.server.on("GET /api/v1/reports/tax", succeeds(sums([])));
    open(`${REPORTS}?by=tax`, "owner");
    await screen.findByText(/^No sale in this period has tax/);
  });

  test("REP-16: a period without sales says so, and the rest of the page stays", async () => {
    serveReports(fake.server);
    fake.server.on(BY_DAY, succeeds(sums([])));
    open(REPORTS, "owner");
    await screen.findByRole("heading", { name: "No Data Available" });
    screen.getByText("Kwame Boateng");
  });

  test("REP-16: a view that fails to load says so in its place", async () => {
    serveReports(fake.server);
    fake.server.on(BY_DAY, breaks, breaks, succeeds(sums(days)));
    const user = open(REPORTS, "owner");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Error loading reports");
    screen.getByText("Kwame Boateng");
    await user.click(within(alert).getByRole("button", { name: "Try Again" }));
    await chartOf("Sales in detail");
  });
});
