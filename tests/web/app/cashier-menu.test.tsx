import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { type Answer, breaks, succeeds } from "#tests/web/kit/fake-server.ts";
import { onPhone } from "#tests/web/kit/phone.ts";
import { dashboard, milk, settings } from "#tests/web/kit/shop.ts";
import { queryClient } from "#web/app/query.ts";

const fake = serveEachTest();

const SETTINGS = "GET /api/v1/settings";
const NO_ACCESS = "You don't have access to this page";

const showing = (shown: boolean): Answer =>
  succeeds({ ...settings, business: { ...settings.business, cashiers_see_takings: shown } });

/** Answers when the test says so. */
function later(answer: Answer) {
  const gate = Promise.withResolvers<undefined>();
  const held: Answer = async (call) => {
    await gate.promise;
    return answer(call);
  };
  return { held, now: () => act(async () => gate.resolve(undefined)) };
}

function serve(answer: Answer): void {
  fake.server.on("GET /api/dashboard.php", succeeds(dashboard()));
  fake.server.on("GET /api/products.php", succeeds([milk]));
  fake.server.on(SETTINGS, answer);
}

async function entries(name = "Main") {
  const navigation = await screen.findByRole("navigation", { name });
  return within(navigation)
    .getAllByRole("link")
    .map((link) => link.textContent);
}

const WITHOUT = ["Sell", "Products", "Sales", "Inventory", "Customers"];
const WITH = ["Sell", "Dashboard", "Products", "Sales", "Inventory"];

test.each([
  [false, WITHOUT],
  [true, WITH],
])("RIGHT-12: the menu of a cashier, if the owner shows the takings: %s", async (shown, menu) => {
  const { held, now } = later(showing(shown));
  serve(held);
  open("/app/products", "cashier");
  await screen.findByText(milk.name);
  expect((await entries()).slice(0, 5)).toEqual(WITHOUT);
  await now();
  await waitFor(async () => expect((await entries()).slice(0, 5)).toEqual(menu));
});

test("RIGHT-12: at the next start the menu is at once as it was", async () => {
  serve(showing(true));
  open("/app/products", "cashier");
  await screen.findByRole("link", { name: "Dashboard" });
  queryClient.clear();
  fake.server.on(SETTINGS, breaks);
  open("/app/products");
  for (const navigation of await screen.findAllByRole("navigation", { name: "Main" })) {
    within(navigation).getByRole("link", { name: "Dashboard" });
  }
});

test("RIGHT-12: the shortcuts of a phone have no dashboard either", async () => {
  onPhone();
  serve(showing(false));
  open("/app/products", "cashier");
  await screen.findByText(milk.name);
  expect(await entries("Shortcuts")).toEqual([
    "Products",
    "Sales",
    "Sell",
    "Inventory",
    "Customers",
  ]);
});

test("RIGHT-12: the address of the dashboard says that there is no access, and leads to Sell", async () => {
  const { held, now } = later(showing(false));
  serve(held);
  open("/app/dashboard", "cashier");
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(screen.queryByText("Customers", { selector: "dt, dt *" })).toBeNull();
  expect(screen.queryByText(NO_ACCESS)).toBeNull();
  await now();
  await screen.findByRole("heading", { name: NO_ACCESS });
  expect(screen.queryByRole("link", { name: "Dashboard" })).toBeNull();
  expect(screen.getByRole("link", { name: "Go to Sell" }).getAttribute("href")).toBe("/app/sell");
  expect(screen.getByRole("link", { name: /Tillbook/ }).getAttribute("href")).toBe("/app/sell");
});

test.each(["owner", "manager", "accountant"])("RIGHT-12: a %s has it anyway", async (role) => {
  serve(showing(false));
  open("/app/products", role);
  await screen.findByText(milk.name);
  expect(await entries()).toContain("Dashboard");
});

test.each([
  ["cashier", false, "/app/sales"],
  ["cashier", true, "/app/dashboard"],
  ["owner", false, "/app/dashboard"],
])("RIGHT-12: %s leaves Sell, takings shown: %s", async (role, shown, path) => {
  serve(showing(shown));
  fake.server.on("GET /api/customers.php", succeeds([]));
  open("/app/sell", role);
  const leave = await screen.findByRole("link", { name: "Leave the till" });
  await waitFor(() => expect(fake.server.calls(SETTINGS)).not.toHaveLength(0));
  await waitFor(() => expect(leave.getAttribute("href")).toBe(path));
});
