import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { press } from "#tests/web/kit/hands.ts";
import {
  asked,
  DAYS,
  line,
  LINEAGE,
  lineage,
  serveLineage,
  shown,
} from "#tests/web/kit/lineage.ts";
import { AT_THEN, pastBar, THEN } from "#tests/web/kit/past.ts";
import { REPORTS, serveReports } from "#tests/web/kit/reports.ts";
import { showingTakings } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

describe("a total", () => {
  test("LINE-01: opens its events with a running sum that ends at the figure", async () => {
    serveLineage(fake.server, lineage());
    const user = open("/app/dashboard", "owner");
    await press(user, "History of Total Sales");
    expect(await shown("Total Sales")).toEqual([
      "Sale recorded21 Nov, 11:42 · by you · event 12+ GH₵9.00= GH₵9.00",
      "Sale recorded21 Nov, 11:42 · by Kofi Asante · event 13+ GH₵10.50= GH₵19.50",
      "Sale voided21 Nov, 11:42 · by former staff · event 15− GH₵7.00= GH₵12.50",
    ]);
    const sum = within(screen.getByRole("dialog")).getByText("GH₵12.50").closest("div");
    expect(sum?.textContent).toBe("Total SalesGH₵12.50");
    screen.getByText(/The events behind this figure, oldest first. 23 Oct 2026 to 21 Nov/);
    expect(asked(fake.server)).toEqual({ figure: "sales.total", ...DAYS });
  });

  test.each([
    ["Orders", { figure: "sales.orders", ...DAYS }],
    ["Customers", { figure: "customers" }],
    ["Products", { figure: "products" }],
  ])("LINE-01: %s of the dashboard asks for its own", async (name, query) => {
    serveLineage(
      fake.server,
      lineage({ unit: "count", value: 1, lines: [line({ seq: 3, share: 1, running: 1 })] }),
    );
    const user = open("/app/dashboard", "accountant");
    await press(user, `History of ${name}`);
    const [event] = await shown(name);
    expect(event).toContain("+ 1= 1");
    expect(asked(fake.server)).toEqual(query);
  });

  test("LINE-01: a report's figure covers its days", async () => {
    serveLineage(fake.server, lineage());
    serveReports(fake.server);
    const user = open(`${REPORTS}?period=7`, "auditor");
    for (const [name, figure] of [
      ["Total Sales", "sales.total"],
      ["Total Orders", "sales.orders"],
    ] as const) {
      await press(user, `History of ${name}`);
      await screen.findByRole("dialog", { name });
      await waitFor(() => expect(asked(fake.server)).toEqual({ figure, ...DAYS }));
      await press(user, "Close");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    }
  });
});

describe("the list", () => {
  test("LINE-04: loads more from where it ended, and each row leads to its event", async () => {
    const [first, second, third] = lineage().lines;
    if (!first || !second || !third) throw new Error("three lines");
    serveLineage(
      fake.server,
      lineage({ lines: [first, second], next_cursor: "bm93" }),
      lineage({ lines: [third], next_cursor: null }),
    );
    const user = open("/app/dashboard", "owner");
    await press(user, "History of Total Sales");
    expect(await shown("Total Sales")).toHaveLength(2);
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.queryByText("GH₵12.50")).toBeNull();
    await press(user, "Show more");
    await dialog.findByText("GH₵12.50");
    expect(asked(fake.server)).toMatchObject({ figure: "sales.total", cursor: "bm93" });
    const leads = dialog.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(leads).toEqual([12, 13, 15].map((seq) => `/app/audit?event=${seq}`));
  });

  test("LINE-04: closes when an event is opened, and does not reopen by itself", async () => {
    serveLineage(fake.server, lineage());
    const user = open("/app/dashboard", "owner");
    await press(user, "History of Total Sales");
    await shown("Total Sales");
    await user.click(screen.getAllByRole("link", { name: "Sale recorded" })[0] ?? document.body);
    await waitFor(() => expect(location.pathname).toBe("/app/audit"));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Total Sales" })).toBeNull());
    await press(user, "Close");
    await user.click(await screen.findByRole("link", { name: "Dashboard" }));
    await screen.findByRole("button", { name: "History of Total Sales" });
    expect(screen.queryByRole("dialog", { name: "Total Sales" })).toBeNull();
  });

  test("LINE-05: covers events up to the viewed moment", async () => {
    serveLineage(fake.server, lineage());
    const user = open(AT_THEN, "owner");
    await pastBar();
    await press(user, "History of Total Sales");
    await shown("Total Sales");
    expect(asked(fake.server)).toEqual({ figure: "sales.total", ...DAYS, as_of: THEN });
  });

  test("LINE-06: says why loading failed and retries", async () => {
    serveLineage(fake.server);
    fake.server.on(LINEAGE, refuses(403, "You are not allowed to do this", "forbidden"));
    const user = open("/app/dashboard", "owner");
    await press(user, "History of Total Sales");
    await screen.findByText("Couldn't load events.");
    screen.getByText("You are not allowed to do this");
    fake.server.on(LINEAGE, succeeds(lineage()));
    await press(user, "Try Again");
    expect(await shown("Total Sales")).toHaveLength(3);
  });

  test("LINE-06: says when there was no answer", async () => {
    serveLineage(fake.server);
    fake.server.on(LINEAGE, breaks);
    const user = open("/app/dashboard", "owner");
    await press(user, "History of Total Sales");
    await screen.findByText("Check the connection, then try again.");
  });

  test("LINE-06: says when the events do not add up to the figure", async () => {
    serveLineage(fake.server, lineage({ value: 1_300 }));
    const user = open("/app/dashboard", "owner");
    await press(user, "History of Total Sales");
    await screen.findByText("These events add up to GH₵12.50. Some are missing.");
  });

  test.each(["manager", "cashier"])("LINE-07: for a %s figures open nothing", async (role) => {
    serveLineage(fake.server);
    fake.server.on("GET /api/v1/settings", succeeds(showingTakings));
    open("/app/dashboard", role);
    await waitFor(() => screen.getByText("318"));
    expect(screen.queryByRole("button", { name: /^History of/ })).toBeNull();
  });
});
