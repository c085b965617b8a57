import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { hangs, succeeds } from "#tests/web/kit/fake-server.ts";
import { dashboard, kwame, milk } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const PRODUCTS = "GET /api/products.php";
const CUSTOMERS = "GET /api/customers.php";
const DASHBOARD = "GET /api/dashboard.php";
const HALF_A_MINUTE_MS = 30_000;
const SLOW_MS = 8_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("STATE-05: a request is aborted after 30 s, and called slow after 8", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fake.server.on(PRODUCTS, hangs);
  open("/app/products", "owner");
  await waitFor(() => expect(fake.server.calls(PRODUCTS)).toHaveLength(1));
  expect(timeout).toHaveBeenCalledWith(HALF_A_MINUTE_MS);
  expect(screen.queryByText("Still loading…")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(SLOW_MS));
  await screen.findByText("Still loading…");
});

test("STATE-06: fetched data stays fresh, and focusing the window sends no request", async () => {
  fake.server.on(PRODUCTS, succeeds([milk]));
  fake.server.on(CUSTOMERS, succeeds([kwame]));
  const user = open("/app/products", "owner");
  const goTo = async (name: string) => {
    const [link] = await screen.findAllByRole("link", { name });
    if (link) await user.click(link);
  };
  await screen.findByText("Peak Milk 400g");
  await goTo("Customers");
  await screen.findByText("Kwame Boateng");
  await goTo("Products");
  await screen.findByText("Peak Milk 400g");
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("focus"));
  await goTo("Customers");
  await screen.findByText("Kwame Boateng");
  expect(fake.server.calls(PRODUCTS)).toHaveLength(1);
  expect(fake.server.calls(CUSTOMERS)).toHaveLength(1);
});

test("DASH-10: the dashboard loads all its data with one request", async () => {
  fake.server.on(DASHBOARD, succeeds(dashboard()));
  open("/app/dashboard", "owner");
  await screen.findByText("Recent sales");
  await screen.findByText("No sales yet.");
  expect(fake.server.calls(DASHBOARD)).toHaveLength(1);
  for (const other of [PRODUCTS, CUSTOMERS, "GET /api/sales.php", "GET /api/sales/reports.php"]) {
    expect(fake.server.calls(other)).toEqual([]);
  }
});
