import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { milk } from "#tests/web/kit/shop.ts";
import { firstScreen } from "#web/state/first-screen.ts";

const PRODUCTS = "GET /api/products.php";
const LATER = ["/api/v1/notifications", "/api/v1/public-settings", "/api/v1/live"];

const fake = serveEachTest();
const asked = (): readonly string[] =>
  LATER.filter((path) => fake.server.calls(`GET ${path}`).length > 0);

beforeEach(() => firstScreen.reset());
afterEach(() => firstScreen.report());

test("what the first screen can do without is requested when it is complete", async () => {
  const answer = Promise.withResolvers<void>();
  fake.server.on(PRODUCTS, async (call) => {
    await answer.promise;
    return succeeds([milk])(call);
  });
  const worker = vi.fn<() => void>();
  firstScreen.whenShown(worker);
  open("/app/products", "owner");
  await screen.findByText("Loading products...");
  // The live line is opened half a second after the frame is shown.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(asked()).toEqual([]);
  expect(worker).not.toHaveBeenCalled();
  answer.resolve();
  await screen.findByText(milk.name);
  await vi.waitFor(() => expect(asked()).toEqual(LATER));
  expect(worker).toHaveBeenCalledOnce();
});

test("a first screen without data, or with an error, is complete too", async () => {
  open("/auth/login");
  await screen.findByRole("heading", { name: "Sign in" });
  await vi.waitFor(() => expect(firstScreen.isShown()).toBe(true));
  cleanup();
  firstScreen.reset();
  fake.server.on(PRODUCTS, refuses(403, "Not for you"));
  open("/app/products", "owner");
  await screen.findByText("Not for you");
  await vi.waitFor(() => expect(asked()).toEqual(LATER));
});
