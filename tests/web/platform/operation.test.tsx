import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { database, failedMail, health, parked } from "#tests/web/kit/platform-reports.ts";
import { pageOf } from "#tests/web/kit/platform.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";
import { queryClient } from "#web/app/query.ts";

const fake = serveEachTest();
beforeEach(() => servePlatform(fake.server));

const section = (name: string) => screen.findByRole("region", { name });
const card = (name: string, text: string) =>
  waitFor(() => {
    const term = screen.getByText(name, { selector: "dt" });
    expect(term.parentElement?.textContent).toBe(name + text);
  });

const SCREENS = [
  ["/app/analytics", "GET /api/v1/platform/analytics", "Failed to load analytics", "Retention"],
  ["/app/health", "GET /api/v1/platform/health", "Failed to load system health", "API"],
  ["/app/revenue", "GET /api/v1/platform/revenue", "Failed to load revenue", "On trial"],
  [
    "/app/database",
    "GET /api/v1/platform/database",
    "Failed to load database management",
    "daily totals",
  ],
  [
    "/app/global-settings",
    "GET /api/v1/platform/settings",
    "Failed to load global settings",
    "Trial days",
  ],
] as const;

describe("each screen of the platform", () => {
  it.each(SCREENS)("SHELL-05: is led to from the menu: %s", async (path) => {
    const user = open("/app/super-admin", "super_admin");
    const menu = within(await screen.findByRole("navigation", { name: "Platform" }));
    const link = menu.getAllByRole("link").find((one) => one.getAttribute("href") === path);
    await user.click(link ?? document.body);
    await screen.findByRole("heading", { level: 1, name: link?.textContent ?? "" });
    expect(document.title).toBe(`${link?.textContent} · Tillbook`);
  });

  it.each(SCREENS)(
    "ADMIN-30: %s says when it could not be loaded, and tries again",
    async (...row) => {
      const [path, route, text, there] = row;
      fake.server.on(route, refuses(429, "Too many requests"));
      const user = open(path, "super_admin");
      await screen.findByRole("heading", { name: text });
      screen.getByText("Too many requests");
      servePlatform(fake.server);
      await user.click(screen.getByRole("button", { name: "Retry" }));
      await waitFor(() => expect(screen.getAllByText(there).length).toBeGreaterThan(0));
    },
  );

  it.each(SCREENS)("ADMIN-30: %s shows its heading while loading", async (path, route) => {
    fake.server.on(route, hangs);
    open(path, "super_admin");
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("system health", () => {
  it("ADMIN-19: shows each part, each gauge with its unit, and what is wrong", async () => {
    open("/app/health", "super_admin");
    await card("System Uptime", "99.96%last 30 days");
    await card("Parts down", "1");
    const parts = within(await section("Parts"));
    const rows = parts.getAllByRole("listitem").map((row) => row.textContent);
    expect(rows[0]).toMatch(/^APIChecked .*Upsince \d+d ago$/);
    expect(rows[1]).toMatch(/^kafka:9092Checked .*Downseen \d+d ago$/);
    expect((await section("Usage and success rates")).textContent).toContain(
      "API98.2%% of requests that did not fail",
    );
    expect((await section("Open alerts")).textContent).toMatch(
      /^Open alertsRead models are behindRead models of 2 businesses are behindCritical/,
    );
  });

  it("ADMIN-19: polls while the page is visible, and shows changes", async () => {
    open("/app/health", "super_admin");
    await card("Parts down", "1");
    const query = queryClient.getQueryCache().find({ queryKey: ["platform", "health"] });
    expect(query?.observers[0]?.options.refetchInterval).toBe(10_000);
    fake.server.on("GET /api/v1/platform/health", succeeds(health({ alerts: [] })));
    await queryClient.refetchQueries({ queryKey: ["platform", "health"] });
    await card("Open alerts", "0");
    screen.getByText("No open alerts.");
  });

  it("ADMIN-28: lists failed emails with the reason, and resends one", async () => {
    const RESEND = "POST /api/v1/platform/mails/mail-1/resend";
    fake.server.on(RESEND, succeeds({ id: "mail-1" }));
    const user = open("/app/health?tab=mails", "super_admin");
    const row = await screen.findByRole("row", { name: /You are invited/ });
    expect(row.textContent).toContain("to ama@adom.example");
    expect(row.textContent).toContain("550 no such mailbox");
    expect(fake.server.calls("GET /api/v1/platform/mails")[0]?.query.get("status")).toBe("failed");
    fake.server.on("GET /api/v1/platform/mails", pageOf([]));
    await user.click(within(row).getByRole("button", { name: /^Resend/ }));
    await screen.findByText("Resending the email");
    expect(fake.server.calls(RESEND)[0]?.body).toEqual({ tenant_id: "t-adom" });
    await screen.findByRole("heading", { name: "No failed emails" });
  });

  it("ADMIN-28: falls back to the last page when the current one is gone", async () => {
    const MAILS = "GET /api/v1/platform/mails";
    fake.server.on(MAILS, pageOf([failedMail], 21));
    fake.server.on("POST /api/v1/platform/mails/mail-1/resend", succeeds({ id: "mail-1" }));
    const user = open("/app/health?tab=mails", "super_admin");
    await user.click(await screen.findByRole("button", { name: "Next" }));
    await screen.findByText("21 to 21 of 21");
    fake.server.on(MAILS, (call) =>
      pageOf(call.query.get("page") === "2" ? [] : [failedMail], 20)(call),
    );
    await user.click(screen.getByRole("button", { name: /^Resend/ }));
    await screen.findByText("Resending the email");
    await screen.findByRole("row", { name: /You are invited/ });
    expect(screen.queryByRole("heading", { name: "No failed emails" })).toBeNull();
  });

  it("ADMIN-28: says why an email is not resent, and offers it for failed ones only", async () => {
    fake.server.on(
      "POST /api/v1/platform/mails/mail-1/resend",
      refuses(409, "This email cannot be sent again."),
    );
    const sent = { ...failedMail, id: "mail-2", status: "success" as const, error: null };
    fake.server.on("GET /api/v1/platform/mails", pageOf([failedMail, sent]));
    const user = open("/app/health?tab=mails&mails=all", "super_admin");
    const buttons = await screen.findAllByRole("button", { name: /^Resend/ });
    expect(buttons).toHaveLength(1);
    expect(fake.server.calls("GET /api/v1/platform/mails")[0]?.query.has("status")).toBe(false);
    if (buttons[0] !== undefined) await user.click(buttons[0]);
    await screen.findByText("Not saved. This email cannot be sent again.");
  });
});

describe("database management", () => {
  it("ADMIN-21: shows the log, its size, the lag and every read model, and offers no query", async () => {
    open("/app/database", "super_admin");
    await card("Events", "1,250,000of 148 tenants");
    await card("Size", "4.2 GBlog and read models");
    await card("Lag", "0 msread models are up to date");
    const row = screen.getByRole("row", { name: /daily totals/ });
    expect(row.textContent).toContain("54,020");
    expect(row.textContent).toContain("12.3 MB");
    screen.getByText("None. Every shop is up to date.");
    expect(screen.queryAllByRole("textbox")).toEqual([]);
    expect(fake.server.calls("GET /api/v1/platform/parked")).toEqual([]);
  });

  it("ADMIN-21: shows the lag of the read models, and running rebuilds", async () => {
    const report = database({
      tenantsBehind: 2,
      eventsBehind: 1_204,
      lagMs: 65_000,
      rebuilds: [{ projection: "sales", started_at: new Date().toISOString() }],
    });
    fake.server.on("GET /api/v1/platform/database", succeeds(report));
    open("/app/database", "super_admin");
    await card("Lag", "1 min1,204 events of 2 tenants");
    expect((await section("Rebuilds under way")).textContent).toContain("salesRebuildingJust now");
  });

  it("ADMIN-29: shows which tenants are parked, at which event and why, and how to resume", async () => {
    fake.server.on("GET /api/v1/platform/database", succeeds(database({ parked: 1 })));
    fake.server.on("GET /api/v1/platform/parked", succeeds([parked]));
    open("/app/database", "super_admin");
    const row = await screen.findByRole("row", { name: /Adom Provisions/ });
    expect(row.textContent).toContain("sales, event 1,204 (SaleRecorded)");
    expect(row.textContent).toContain("total is not a number");
    expect(row.textContent).toContain("npm run rebuild -- --unpark t-adom sales");
    await card("Stuck", "1see below");
  });
});
