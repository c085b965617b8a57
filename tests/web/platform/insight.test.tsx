import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { analytics } from "#tests/web/kit/platform-reports.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";

const fake = serveEachTest();
beforeEach(() => servePlatform(fake.server));

const section = (name: string) => screen.findByRole("region", { name });
const card = (name: string, text: string) =>
  waitFor(() => {
    const term = screen.getByText(name, { selector: "dt" });
    expect(term.parentElement?.textContent).toBe(name + text);
  });

describe("analytics", () => {
  it("ADMIN-18: shows growth of tenants, sales in each currency, retention, plans and states", async () => {
    open("/app/analytics", "super_admin");
    await card("Retention", "88.4%sold before and still do");
    await card("Active sellers", "97in the last 30 days");
    const growth = within(await section("Tenant growth"));
    const chart = await growth.findByRole("figure");
    expect(within(chart).getByText(/^Tenants at the end/).textContent).toMatch(
      /^Tenants at the end by month: \w+ \d{4} 38 tenants, .* 148 tenants\.$/,
    );
    expect(growth.getAllByRole("row", { hidden: true })).toHaveLength(13);
    expect((await section("Sales of all shops")).textContent).toContain("GH₵1,204.50");
    expect((await section("Sales of all shops, in USD")).textContent).toContain("US$99.00");
    expect((await section("Tenants by plan")).textContent).toContain(
      "premium (Basic)32% of 148 tenants48",
    );
    expect((await section("Tenants by status")).textContent).toContain("Pending11% of 148 tenants");
  });

  it("ADMIN-18: says when there is no data yet", async () => {
    fake.server.on("GET /api/v1/platform/analytics", succeeds(analytics({ byStatus: [] })));
    open("/app/analytics", "super_admin");
    await screen.findByRole("heading", { name: "No Data Available" });
    screen.getByText("Figures appear once a business registers.");
  });
});

describe("revenue", () => {
  it("ADMIN-20: shows the shops' sales and the subscriptions separately, by currency", async () => {
    open("/app/revenue", "super_admin");
    await card("Sales, lifetime", "GH₵6,284,910.7541,208 sales, and US$1,200.00");
    await card("Sales, 30 days", "GH₵76,400.002,000 sales");
    expect(screen.getByText("a month", { selector: "dd" }).parentElement?.textContent).toBe(
      "SubscriptionsGH₵5,100.00a month",
    );
    await card("On trial", "41not paying yet");
    const plans = await section("Subscriptions");
    expect(plans.textContent).toContain("premium (Basic)48 tenants at GH₵50.00GH₵2,400.00a month");
    expect(within(plans).getByRole("link", { name: "Prices" }).getAttribute("href")).toBe(
      "/app/global-settings",
    );
  });
});
