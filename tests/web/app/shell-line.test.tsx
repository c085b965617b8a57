import { act, render, screen, waitFor } from "@testing-library/react";
import { lazy, Suspense } from "react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { createLiveLine } from "#tests/web/kit/live-line.ts";
import { becomeTill } from "#tests/web/kit/own-till.ts";
import { milk, signedInAs } from "#tests/web/kit/shop.ts";
import { ErrorBoundary } from "#web/app/error-boundary.tsx";
import { Loaded } from "#web/app/loaded.tsx";
import { queryClient } from "#web/app/query.ts";
import { minorPart } from "#web/app/shell/minor-part.ts";
import { session } from "#web/state/session.ts";

const fake = serveEachTest();

const serveAll = () => fake.server.on("GET /api/products.php", succeeds([milk]));

describe("the connection to the server", () => {
  afterEach(() => vi.restoreAllMocks());

  const goes = (online: boolean) => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
    act(() => void window.dispatchEvent(new Event(online ? "online" : "offline")));
  };

  test("SHELL-13: being offline is shown, with the age of the data, and when it is over", async () => {
    serveAll();
    open("/app/products", "owner");
    await screen.findByText("Peak Milk 400g");
    goes(false);
    await screen.findByText("You're offline.");
    screen.getByText(/^Figures from \d\d:\d\d\. Changes can't be saved right now\.$/);
    screen.getByText("Offline");
    goes(true);
    await screen.findByText("You're back online.");
    expect(screen.queryByText("You're offline.")).toBeNull();
  });

  test("SHELL-18: an unreachable server is shown, too, and failed requests are repeated", async () => {
    const line = createLiveLine();
    fake.server.on("GET /api/products.php", refuses(503, "Later"));
    fake.server.on("GET /api/v1/live", breaks, breaks, line.answer);
    open("/app/products", "owner");
    await screen.findByText("Can't reach the server.");
    screen.getByText("Changes can't be saved right now.");
    screen.getByText("No connection");
    fake.server.on("GET /api/products.php", succeeds([milk]));
    act(() => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(line.opened()).toBe(1));
    line.say("hello", { seq: 1 });
    await screen.findByText("You're back online.");
    await screen.findByText("Peak Milk 400g");
  });

  const calls = () => fake.server.calls("GET /api/products.php");
  const products = () => queryClient.getQueryCache().find({ queryKey: ["products"] });

  test("SHELL-21: changes by another till appear on the next page, not under a finger", async () => {
    const line = createLiveLine();
    serveAll();
    fake.server.on("GET /api/v1/live", line.answer);
    const user = open("/app/products", "owner");
    await waitFor(() => expect(line.opened()).toBe(1));
    line.say("hello", { seq: 1 });
    await waitFor(() => expect(products()?.isStale()).toBe(true));
    await user.click(screen.getByRole("link", { name: "Inventory" }));
    await waitFor(() => expect(products()?.isStale()).toBe(false));
    line.say("changed", { seq: 2 });
    await waitFor(() => expect(products()?.isStale()).toBe(true));
    expect(calls()).toHaveLength(2);
    await user.click(screen.getByRole("link", { name: "Products" }));
    await waitFor(() => expect(calls()).toHaveLength(3));
  });

  test("SHELL-21: also those between the page's first answer and its first live update", async () => {
    const line = createLiveLine();
    serveAll();
    fake.server.on("GET /api/v1/live", line.answer);
    const user = open("/app/products", "owner");
    await screen.findByText("Peak Milk 400g");
    await waitFor(() => expect(line.opened()).toBe(1));
    line.say("hello", { seq: 2 });
    await waitFor(() => expect(products()?.isStale()).toBe(true));
    expect(calls()).toHaveLength(1);
    await user.click(screen.getByRole("link", { name: "Inventory" }));
    await waitFor(() => expect(calls()).toHaveLength(2));
  });

  test("SHELL-21: also those that happen while the data are on their way", async () => {
    const line = createLiveLine();
    const answered = Promise.withResolvers<Response>();
    fake.server.on("GET /api/products.php", () => answered.promise);
    fake.server.on("GET /api/v1/live", line.answer);
    open("/app/products", "owner");
    await waitFor(() => expect(line.opened()).toBe(1));
    line.say("hello", { seq: 1 });
    line.say("changed", { seq: 2 });
    await waitFor(() => expect(products()?.state.isInvalidated).toBe(true));
    answered.resolve(Response.json({ success: true, message: "done", data: [milk] }));
    await screen.findByText("Peak Milk 400g");
    await waitFor(() => expect(products()?.isStale()).toBe(true));
    expect(fake.server.calls("GET /api/products.php")).toHaveLength(1);
  });

  test("SHELL-24: what the till of this device sends late changes the page that is open", async () => {
    const till = becomeTill({ toSend: 1 });
    fake.server.on(
      "GET /api/products.php",
      succeeds([milk]),
      succeeds([{ ...milk, name: "Peak Milk 900g" }]),
    );
    open("/app/products", "owner");
    await screen.findByText("Peak Milk 400g");
    act(() => till.show({ toSend: 0, sent: 1 }));
    await screen.findByText("Peak Milk 900g");
  });

  test("STATE-07: a response older than the person's own write is fetched again after the live update", async () => {
    const line = createLiveLine();
    serveAll();
    fake.server.on(
      "GET /api/products.php",
      succeeds([milk], { "x-stale": "1" }),
      succeeds([{ ...milk, name: "Peak Milk 900g" }]),
    );
    fake.server.on("GET /api/v1/live", line.answer);
    open("/app/products", "owner");
    await screen.findByText("Peak Milk 400g");
    await waitFor(() => expect(line.opened()).toBe(1));
    line.say("hello", { seq: 1 });
    line.say("changed", { seq: 2 });
    await screen.findByText("Peak Milk 900g");
  });

  test("STATE-07: or without one, if the live update came before that response", async () => {
    const line = createLiveLine();
    const behind = succeeds([milk], { "x-stale": "1" });
    serveAll();
    fake.server.on(
      "GET /api/products.php",
      behind,
      behind,
      succeeds([{ ...milk, name: "Peak Milk 900g" }]),
    );
    fake.server.on("GET /api/v1/live", line.answer);
    open("/app/products", "owner");
    await waitFor(() => expect(line.opened()).toBe(1));
    line.say("hello", { seq: 2 });
    await screen.findByText("Peak Milk 900g", undefined, { timeout: 5_000 });
    expect(fake.server.calls("GET /api/products.php")).toHaveLength(3);
  });
});

describe("messages of the frame", () => {
  test("SHELL-19: a shop waiting for approval sees what it can do", async () => {
    serveAll();
    const waiting = signedInAs("owner");
    session.start({ ...waiting, tenant: { ...waiting.tenant, status: "pending" } });
    open("/app/products");
    await screen.findByText(/This business is waiting for approval/);
  });

  test("SHELL-20: the platform's banner is shown until it is dismissed", async () => {
    serveAll();
    const settings = { premium_price: 50, enterprise_price: 150, trial_days: 14 };
    const text = "Maintenance tonight from 23:00.";
    fake.server.on(
      "GET /api/v1/public-settings",
      succeeds({ ...settings, maintenance_banner: text }),
    );
    const user = open("/app/products", "owner");
    await screen.findByText(text);
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText(text)).toBeNull();
  });

  test("SHELL-12: a skip link leads past the menu to the page", async () => {
    serveAll();
    open("/app/products", "owner");
    const skip = await screen.findByRole("link", { name: "Skip to content" });
    expect(skip.getAttribute("href")).toBe(`#${screen.getByRole("main").id}`);
    expect(skip.compareDocumentPosition(screen.getByRole("complementary"))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });
});

describe("a page in the frame", () => {
  const Breaks = (): never => {
    throw new Error("a fault of this page");
  };

  test("SHELL-11: that fails shows Try Again in the frame, and the next page works", () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const page = (key: string, child: ReactNode) => (
      <>
        <p>The frame</p>
        <ErrorBoundary resetKey={key}>{child}</ErrorBoundary>
      </>
    );
    const { rerender } = render(page("a", <Breaks />));
    screen.getByRole("heading", { name: "This page did not load" });
    screen.getByRole("button", { name: "Try Again" });
    screen.getByText("The frame");
    rerender(page("b", <p>Another page</p>));
    screen.getByText("Another page");
    silence.mockRestore();
  });

  test("SHELL-25: of the frame that does not load leaves the frame, and comes when it loads", async () => {
    vi.useFakeTimers();
    const load = vi.fn(() => Promise.resolve(() => <p>The strip</p>));
    load.mockRejectedValueOnce(new Error("no network")).mockRejectedValueOnce(new Error("again"));
    const Strip = minorPart(load);
    render(
      <>
        <p>The frame</p>
        <Suspense>
          <Strip />
        </Suspense>
      </>,
    );
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(load).toHaveBeenCalledTimes(2);
    screen.getByText("The frame");
    expect(screen.queryByText("The strip")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    screen.getByText("The strip");
    vi.useRealTimers();
  });

  test("STATE-05: that takes long says that it is still loading", () => {
    vi.useFakeTimers();
    const never = new Promise<never>(() => undefined);
    const Waits = lazy(() => never);
    render(
      <Loaded path="a" waiting={<h1>Products</h1>}>
        <Waits />
      </Loaded>,
    );
    screen.getByRole("heading", { name: "Products" });
    expect(screen.queryByText("Still loading…")).toBeNull();
    act(() => void vi.advanceTimersByTime(8_000));
    screen.getByText("Still loading…");
    vi.useRealTimers();
  });
});
