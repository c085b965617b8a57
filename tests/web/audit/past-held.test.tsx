import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, succeeds } from "#tests/web/kit/fake-server.ts";
import { press } from "#tests/web/kit/hands.ts";
import { createLiveLine } from "#tests/web/kit/live-line.ts";
import {
  AT_THEN,
  byMoment,
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
  earlier,
} from "#tests/web/kit/past.ts";
import { report } from "#tests/web/kit/reports.ts";
import { dashboard } from "#tests/web/kit/shop.ts";
import { App } from "#web/app/app.tsx";
import { queryClient } from "#web/app/query.ts";
import { past } from "#web/state/past.ts";
import { session } from "#web/state/session.ts";

const fake = serveEachTest();

describe("while viewing the past", () => {
  test("ASOF-04: nothing that writes is offered", async () => {
    const user = await openThen(fake.server);
    const gone = (name: RegExp) =>
      expect(screen.queryAllByRole("button", { name }), String(name)).toEqual([]);
    expect(screen.queryByRole("link", { name: /Sell|New Sale|Add/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Notifications/ })).toBeNull();
    await follow(user, "Products");
    await screen.findByRole("row", { name: /Peak Milk 400g/ });
    gone(/Add|Edit|Delete|Adjust|Export|Import|Deleted/);
    await follow(user, "Inventory");
    await screen.findByRole("row", { name: /Peak Milk 400g/ });
    gone(/Adjust/);
    await follow(user, "Sales");
    await screen.findByText(/Efua/);
    gone(/New Sale|Delete|Export/);
    await follow(user, "Customers");
    await screen.findByText("Kwame Boateng");
    gone(/Add|Edit|Delete|Erase|Export|Import/);
  });

  test("ASOF-04: a command is refused before it is sent", async () => {
    await openThen(fake.server);
    const mutate = queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => fetch("/api/products.php", { method: "POST" }) })
      .execute(undefined);
    await expect(mutate).rejects.toThrow("You can't change the past. Go back to today first.");
    expect(fake.server.calls("POST /api/products.php")).toEqual([]);
  });

  test("ASOF-04, ASOF-05: signing out is allowed, and ends the moment", async () => {
    const user = await openThen(fake.server);
    fake.server.on("POST /api/v1/logout", succeeds({}));
    await user.click(screen.getAllByRole("button", { name: "Logout" })[0] ?? document.body);
    await screen.findByLabelText("Password");
    expect(fake.server.calls("POST /api/v1/logout")).toHaveLength(1);
    expect(sessionStorage.getItem("past")).toBeNull();
    expect(session.get()).toBeUndefined();
  });

  test("ASOF-05: it survives a reload of the tab", async () => {
    await openThen(fake.server);
    const kept = sessionStorage.getItem("past");
    expect(kept).toBe(`${THEN} ${Date.parse(THEN)}`);
    cleanup();
    queryClient.clear();
    vi.resetModules();
    // A reloaded page: its modules read what the tab has stored.
    const { past: again } = await import("#web/state/past.ts");
    expect(again.get()).toEqual({ asOf: THEN, atMs: Date.parse(THEN) });
    // From now on these are the modules of whichever test file comes next.
    (await import("#web/state/session.ts")).session.end();
    expect(again.get()).toBeUndefined();
  });

  test("ASOF-06: each moment has its own figures, and the present keeps its own", async () => {
    const user = await openThen(fake.server);
    await press(user, "Back to now");
    await waitFor(() => expect(figureOf("Orders")).toContain("1,246"));
    fake.server.on(DASHBOARD, breaks);
    window.history.pushState(null, "", AT_THEN);
    await pastBar();
    await waitFor(() => expect(figureOf("Orders")).toContain("9"));
    await press(user, "Back to now");
    await waitFor(() => expect(figureOf("Orders")).toContain("1,246"));
    expect(momentsOf(fake.server.calls(DASHBOARD))).toEqual([THEN, null]);
  });

  test("ASOF-06: another till's changes are not fetched for the past", async () => {
    const line = createLiveLine();
    fake.server.on("GET /api/v1/live", line.answer);
    const user = await openThen(fake.server);
    await waitFor(() => expect(line.opened()).toBe(1));
    /** Of the period's figures and of today's: the first steps are over, and not asked for. */
    const isStale = (isPast: boolean) =>
      queryClient
        .getQueryCache()
        .findAll({ queryKey: ["dashboard"] })
        .filter(({ queryKey }) => !queryKey.includes("first-steps"))
        .filter(({ queryKey }) => JSON.stringify(queryKey).includes("asOf") === isPast)
        .map(({ state }) => state.isInvalidated);
    await press(user, "Back to now");
    await waitFor(() => expect(figureOf("Orders")).toContain("1,246"));
    line.say("changed", { seq: 42 });
    await waitFor(() => expect(isStale(false)).toEqual([true, true]));
    expect(isStale(true)).toEqual([false, false]);
  });

  test("ASOF-06: a retry asks for its own moment", async () => {
    serveMoments(fake.server);
    fake.server.on(DASHBOARD, breaks, byMoment(dashboard(), earlier));
    const user = open("/app/dashboard", "owner");
    await waitFor(() => expect(fake.server.calls(DASHBOARD)).toHaveLength(1));
    act(() => past.show({ asOf: THEN, atMs: Date.parse(THEN) }));
    await waitFor(() => expect(figureOf("Orders")).toContain("9"));
    await press(user, "Back to now");
    await waitFor(() => expect(figureOf("Orders")).toContain("1,246"));
  });

  test("ASOF-07: a page without a past says so, and offers the way back", async () => {
    const user = await openThen(fake.server);
    await follow(user, "Settings");
    await screen.findByRole("heading", { name: "Not available for past dates" });
    expect(screen.queryByRole("tab")).toBeNull();
    await follow(user, "Dashboard");
    await waitFor(() => expect(figureOf("Orders")).toContain("9"));
  });

  test("ASOF-07: the till does not open", async () => {
    await openThen(fake.server);
    act(() => window.history.pushState(null, "", "/app/sell"));
    await screen.findByRole("heading", { name: "Not available for past dates" });
  });

  test("ASOF-08: today's sales are those of that day", async () => {
    const user = await openThen(fake.server);
    await follow(user, "Sales");
    await screen.findByText(/Efua/);
    await user.selectOptions(screen.getByRole("combobox"), "1");
    await waitFor(() =>
      expect(fake.server.calls(SALES).at(-1)?.query.get("since")).toBe("2026-11-20T00:00:00.000Z"),
    );
  });

  test("ASOF-08: the age of a sale counts from that moment", async () => {
    serveMoments(fake.server);
    const recent = { ...report().recentSales[0], created_at: "2026-11-20T17:18:00Z" };
    fake.server.on(DASHBOARD, succeeds({ ...earlier, recentSales: [recent] }));
    open(AT_THEN, "owner");
    await screen.findByText("12m ago");
  });
});

describe("the page after a reload", () => {
  test("ASOF-05: the first request already asks for the kept moment", async () => {
    await openThen(fake.server);
    cleanup();
    queryClient.clear();
    window.history.replaceState(null, "", "/app/products");
    render(<App />);
    await screen.findByRole("row", { name: /Peak Milk 400g/ });
    await pastBar();
    expect(momentsOf(fake.server.calls(PRODUCTS)).slice(1)).toEqual([THEN]);
  });
});
