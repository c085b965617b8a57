import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { press, retype } from "#tests/web/kit/hands.ts";
import {
  AT_THEN,
  CUSTOMERS,
  DASHBOARD,
  figureOf,
  follow,
  momentsOf,
  openThen,
  pastBar,
  PRODUCTS,
  SALES,
  serveMoments,
  THEN,
  THEN_IN_WORDS,
} from "#tests/web/kit/past.ts";
import { BY_DAY, SUMMARY } from "#tests/web/kit/reports.ts";
import { paste } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

describe("choosing a moment", () => {
  test("ASOF-01: the dashboard is asked for a day and time by the shop's clock", async () => {
    serveMoments(fake.server);
    const user = open("/app/dashboard", "owner");
    await waitFor(() => expect(figureOf("Orders")).toContain("1,246"));
    await press(user, "View a past date");
    await screen.findByRole("dialog", { name: "View a past date" });
    await retype(user, "Day", "2026-11-20");
    await retype(user, "Time", "17:30");
    await press(user, "Show");
    expect((await pastBar()).textContent).toContain(`${THEN_IN_WORDS}As recorded by then`);
    await waitFor(() => expect(figureOf("Total Sales")).toContain("GH₵900.00"));
    expect(figureOf("Orders")).toContain("9");
    expect(momentsOf(fake.server.calls(DASHBOARD))).toEqual([null, THEN]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("ASOF-01: products, inventory, sales, customers and reports show the same moment", async () => {
    const user = await openThen(fake.server, "auditor");
    await follow(user, "Products");
    await screen.findByRole("row", { name: /Peak Milk 400g/ });
    expect(screen.queryByText(paste.name)).toBeNull();
    await follow(user, "Inventory");
    const row = await screen.findByRole("row", { name: /Peak Milk 400g/ });
    expect(row.textContent).toContain("60");
    await follow(user, "Sales");
    await screen.findByText(/Efua/);
    await follow(user, "Customers");
    await screen.findByText("Kwame Boateng");
    expect(screen.queryByText("Abena Osei")).toBeNull();
    await follow(user, "Reports");
    await waitFor(() => expect(figureOf("Total Orders")).toContain("8"));
    const asked = [PRODUCTS, SALES, CUSTOMERS, SUMMARY, BY_DAY].flatMap((route) =>
      momentsOf(fake.server.calls(route)),
    );
    expect(new Set(asked)).toEqual(new Set([THEN]));
  });

  test("ASOF-01: a future moment is refused in the dialog with the server's text", async () => {
    serveMoments(fake.server);
    const user = open("/app/dashboard", "owner");
    await press(user, "View a past date");
    await screen.findByRole("dialog");
    fake.server.on(PRODUCTS, refuses(409, "This moment is in the future", "as-of-ahead"));
    await press(user, "Show");
    await screen.findByText("This moment is in the future");
    expect(screen.queryByRole("region", { name: "Past date" })).toBeNull();
  });

  test("ASOF-02: the bar leads to another moment and back to now", async () => {
    const user = await openThen(fake.server);
    await press(user, "Change");
    await screen.findByRole("dialog", { name: "View a past date" });
    expect(screen.getByLabelText("Day")).toHaveProperty("value", "2026-11-20");
    expect(screen.getByLabelText("Time")).toHaveProperty("value", "17:30");
    await press(user, "Cancel");
    await press(user, "Back to now");
    await waitFor(() => expect(figureOf("Orders")).toContain("1,246"));
    expect(screen.queryByRole("region", { name: "Past date" })).toBeNull();
    expect(sessionStorage.getItem("past")).toBeNull();
  });
});

describe("what a past date shows", () => {
  test("AUDIT-46: is what was recorded by then, in the bar and where the date is chosen", async () => {
    const user = await openThen(fake.server);
    expect((await pastBar()).textContent).toContain("what was entered later is not here");
    await press(user, "Change");
    await screen.findByText(/a sale that was entered later is missing, even if it was made before/);
  });

  test("AUDIT-47: is nothing if the shop is younger, and the bar says so, also after a reload", async () => {
    serveMoments(fake.server);
    const nothing = succeeds([], { "x-as-of": "0", "x-as-of-at": THEN });
    fake.server.on(PRODUCTS, nothing);
    open(AT_THEN, "owner");
    expect((await pastBar()).textContent).toContain("This shop had recorded nothing yet.");
    cleanup();
    open("/app/dashboard", "owner");
    expect((await pastBar()).textContent).toContain("This shop had recorded nothing yet.");
  });

  test("AUDIT-48: leads to the sales that were made on that day, as they are known now", async () => {
    const user = await openThen(fake.server);
    await press(user, "Sales made on 20 Nov 2026");
    await waitFor(() => expect(location.pathname).toBe("/app/reports"));
    expect(location.search).toBe("?from=2026-11-20&to=2026-11-20");
    expect(screen.queryByRole("region", { name: "Past date" })).toBeNull();
    await waitFor(() => expect(momentsOf(fake.server.calls(SUMMARY)).at(-1)).toBeNull());
  });
});

describe("a link to a moment", () => {
  test("ASOF-03: shows the state after an event, and keeps the rest of the URL", async () => {
    serveMoments(fake.server);
    open("/app/dashboard?period=7&as_of=41", "accountant");
    expect((await pastBar()).textContent).toContain(`${THEN_IN_WORDS}:00, after event 41`);
    await waitFor(() => expect(location.search).toBe("?period=7"));
    await waitFor(() => expect(figureOf("Orders")).toContain("9"));
    expect(momentsOf(fake.server.calls(DASHBOARD))).toEqual(["41"]);
  });

  test("ASOF-03: says why it cannot be shown and offers to go on without it", async () => {
    serveMoments(fake.server);
    fake.server.on(PRODUCTS, refuses(409, "This moment is in the future", "as-of-ahead"));
    const user = open("/app/dashboard?as_of=999999", "owner");
    await screen.findByText("This moment is in the future");
    expect(fake.server.calls(DASHBOARD)).toEqual([]);
    await press(user, "Continue without it");
    await waitFor(() => expect(figureOf("Orders")).toContain("1,246"));
  });

  test.each(["manager", "cashier", "stock_keeper"])(
    "ASOF-09: is without effect for a %s, who has no other way either",
    async (role) => {
      serveMoments(fake.server);
      open(`/app/products?as_of=41`, role);
      await screen.findByRole("row", { name: /Peak Milk 400g/ });
      expect(momentsOf(fake.server.calls(PRODUCTS))).toEqual([null]);
      expect(screen.queryByRole("button", { name: "View a past date" })).toBeNull();
      expect(screen.queryByRole("region", { name: "Past date" })).toBeNull();
    },
  );
});
