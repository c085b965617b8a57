import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { activity, adom, coffee, hardware, stats, tenantPage } from "#tests/web/kit/platform.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";

const fake = serveEachTest();
beforeEach(() => servePlatform(fake.server));

const PATH = "/app/super-admin";
const STATS = "GET /api/super-admin.php";
const TENANTS = "GET /api/super-admin.php/tenants";
const section = (name: string) => screen.findByRole("region", { name });
const card = (name: string, text: string) =>
  waitFor(() => expect(screen.getByText(name).parentElement?.textContent).toContain(text));

describe("the super admin's dashboard", () => {
  it("ADMIN-01: asks for the chosen period, 30 days at first, and keeps it in the address", async () => {
    const user = open(PATH, "super_admin");
    const period = await screen.findByRole("combobox", { name: "Period" });
    expect(
      within(period)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["Last 7 days", "Last 30 days", "Last 90 days", "Last year"]);
    await user.selectOptions(period, "90");
    await waitFor(() => expect(fake.server.calls(STATS)).toHaveLength(2));
    expect(fake.server.calls(STATS).map(({ query }) => query.get("period"))).toEqual(["30", "90"]);
    expect(location.search).toBe("?period=90");
    expect((await section("Analytics Overview")).textContent).toContain("Last 90 days");
  });

  it("ADMIN-01: reloads everything on Refresh", async () => {
    const user = open(PATH, "super_admin");
    await screen.findByText("148");
    fake.server.on(STATS, succeeds(stats({ totalTenants: 149 })));
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await screen.findByText("149");
    expect(fake.server.calls(TENANTS)).toHaveLength(2);
  });

  it("ADMIN-02, ADMIN-27: has cards for revenue, tenants with their growth, uptime and what waits", async () => {
    open(PATH, "super_admin");
    await card("Total Revenue", "GH₵6,284,910.75");
    await card("Total Tenants", "148up +6.9% this month");
    await card("System Uptime", "99.96%");
    await card("Pending Actions", "53 approvals, 2 critical");
    expect(document.title).toBe("Super Admin Dashboard · Tillbook");
  });

  it("ADMIN-02: shows revenue in other currencies beside the cedis, not added to them", async () => {
    const revenues = [
      { currency: "GHS", total: 100, orders: 2 },
      { currency: "USD", total: 40.5, orders: 1 },
    ];
    fake.server.on(STATS, succeeds(stats({ totalRevenue: 100, revenues })));
    open(PATH, "super_admin");
    await card("Total Revenue", "GH₵100.00and US$40.50");
  });

  it("ADMIN-03: shows six gauges as they were measured", async () => {
    open(PATH, "super_admin");
    const rows = within(await section("System Health"));
    await waitFor(() =>
      expect(rows.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
        "CPU34%",
        "Memory61%",
        "Disk83%",
        "Network100%",
        "Database99.95%",
        "API98.2%",
      ]),
    );
  });

  it("ADMIN-03: marks a figure that is missing as the default", async () => {
    const { systemUptime: _, ...rest } = stats();
    const systemHealth = { cpu: 1, memory: 2, disk: 3, network: 4 };
    fake.server.on(STATS, succeeds({ ...rest, systemHealth }));
    open(PATH, "super_admin");
    await card("System Uptime", "99.8%(default)");
    const rows = within(await section("System Health"));
    rows.getByText("99.9%", { exact: false });
    expect(rows.getAllByText("(default)")).toHaveLength(2);
    expect((await section("System Health")).textContent).toContain("99.7% (default)");
  });

  it("ADMIN-04: leads to tenants, settings and the access log", async () => {
    open(PATH, "super_admin");
    const to = async (name: string) =>
      (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await to("Manage Tenants")).toBe("/app/tenant-management");
    expect(await to("System Settings")).toBe("/app/global-settings");
    expect(await to("Security Center")).toBe("/app/super-admin?tab=access");
  });

  it("ADMIN-04: exports every tenant as a file from the server, and says when that fails", async () => {
    const EXPORT = "GET /api/v1/platform/exports/tenants.csv";
    fake.server.on(EXPORT, breaks);
    const user = open(PATH, "super_admin");
    await user.click(await screen.findByRole("button", { name: "Export Reports" }));
    await screen.findByText("The export failed. Please try again.");
    expect(fake.server.calls(EXPORT)).toHaveLength(1);
  });

  it("ADMIN-05: lists five tenants with users, revenue, status and growth", async () => {
    const young = { ...coffee, created_at: new Date().toISOString() };
    fake.server.on(TENANTS, tenantPage([adom, young, hardware]));
    open(PATH, "super_admin");
    const table = within(await section("Top Performing Tenants"));
    const rows = await table.findAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      "NameStatusUsersGrowthRevenue",
      "Adom ProvisionsOsu, AccraActive6 usersup +12.4%6up +12.4%GH₵482,310.00",
      "Cape Coast CoffeePending0 usersNew0NewGH₵0.00",
      "Tamale HardwareSuspended6 usersdown -3.2%6down -3.2%GH₵482,310.00",
    ]);
    expect(fake.server.calls(TENANTS)[0]?.query.get("limit")).toBe("5");
  });

  it("ADMIN-05: shows the same as a grid", async () => {
    const user = open(PATH, "super_admin");
    const tenants = within(await section("Top Performing Tenants"));
    const grid = tenants.getByRole("button", { name: "Grid" });
    expect(tenants.getByRole("button", { name: "List" }).getAttribute("aria-pressed")).toBe("true");
    await user.click(grid);
    expect(grid.getAttribute("aria-pressed")).toBe("true");
    expect((await tenants.findAllByRole("listitem")).map((tile) => tile.textContent)).toContain(
      "Adom ProvisionsGH₵482,310.00Active6 usersup +12.4%",
    );
    expect(tenants.queryByRole("table")).toBeNull();
  });

  it("ADMIN-06: shows what happened, when, and which items are warnings", async () => {
    const warning = activity({
      id: "a-2",
      type: "system_alert",
      status: "warning",
      message: "Disk at 83 %",
      time: new Date(Date.now() - 3_700_000).toISOString(),
    });
    fake.server.on(
      "GET /api/super-admin.php/activity",
      succeeds([activity({ id: "a-1" }), warning]),
    );
    open(PATH, "super_admin");
    const rows = within(await section("Recent Activity"));
    expect((await rows.findAllByRole("listitem")).map((row) => row.textContent)).toEqual([
      "Cape Coast Coffee registeredJust now",
      "Warning: Disk at 83 %1h ago",
    ]);
  });

  it("ADMIN-07: computes the overview for the period", async () => {
    open(PATH, "super_admin");
    await card("Average sale", "GH₵38.20");
    const overview = (await section("Analytics Overview")).textContent;
    expect(overview).toContain("GH₵76,400.00");
    expect(overview).toContain("2,000 sales");
    expect(overview).toContain("97of 131 active");
    expect(overview).toContain("9within 7 days");
  });

  it.each([
    ["a refusal", refuses(429, "Too many requests")],
    ["no answer", breaks],
  ])("ADMIN-08: tells of %s and tries again", async (_, answer) => {
    fake.server.on(STATS, answer);
    const user = open(PATH, "super_admin");
    const alert = await screen.findByRole("alert");
    within(alert).getByRole("heading", { name: "Dashboard Error" });
    within(alert).getByText("Failed to load dashboard data");
    fake.server.on(STATS, succeeds(stats()));
    await user.click(within(alert).getByRole("button", { name: "Retry" }));
    await screen.findByText("148");
  });

  it("ADMIN-05: invites to begin where there are no tenants yet", async () => {
    fake.server.on(TENANTS, tenantPage([]));
    fake.server.on("GET /api/super-admin.php/activity", succeeds([]));
    open(PATH, "super_admin");
    await screen.findByRole("heading", { name: "No tenants yet" });
    await screen.findByText(/No activity yet/);
  });
});
