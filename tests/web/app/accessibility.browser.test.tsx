import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { faultsOf, tooSmall } from "#tests/web/kit/access.ts";
import { open, openAny, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { dashboard, kwame, milk, noodles, sale, sardines } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();
const RECORD = "POST /api/sales.php";

const serveAll = () => {
  const low = [{ id: "p-1", name: "Titus Sardines 125g", price: 16, stock: 0 }];
  fake.server.on("GET /api/dashboard.php", succeeds(dashboard({ lowStockProducts: low })));
  fake.server.on("GET /api/products.php", succeeds([milk, noodles, sardines]));
  fake.server.on(
    "GET /api/sales.php",
    succeeds([sale({ id: "01990000-0000-7000-8000-000041d07be9" })]),
  );
  fake.server.on("GET /api/customers.php", succeeds([kwame]));
  fake.server.on(
    "GET /api/v1/sales/sums",
    succeeds({ rows: [{ currency: "GHS", orders: 1, total: 149 }], late: 0 }),
  );
};

const SCREENS = [
  {
    name: "home page",
    path: "/",
    role: undefined,
    stands: "The whole shop, on the phone you already own.",
  },
  {
    name: "page of features",
    path: "/features",
    role: undefined,
    stands: "Everything behind the counter.",
  },
  {
    name: "page of prices",
    path: "/pricing",
    role: undefined,
    stands: "A price for the shop you have.",
  },
  { name: "page about us", path: "/about", role: undefined, stands: "Made for the counter." },
  { name: "contact page", path: "/contact", role: undefined, stands: "Talk to us." },
  { name: "sign-in", path: "/auth/login", role: undefined, stands: "Sign in" },
  {
    name: "registration",
    path: "/auth/register",
    role: undefined,
    stands: "Create a business account",
  },
  {
    name: "forgot password",
    path: "/auth/forgot-password",
    role: undefined,
    stands: "Forgot password",
  },
  {
    name: "new password",
    path: "/auth/reset-password?token=t",
    role: undefined,
    stands: "Set a new password",
  },
  {
    name: "invitation",
    path: "/auth/accept-invitation?token=t",
    role: undefined,
    stands: "Accept the invitation",
  },
  { name: "dashboard", path: "/app/dashboard", role: "owner", stands: "Low stock" },
  { name: "products", path: "/app/products", role: "owner", stands: "Products" },
  { name: "inventory", path: "/app/inventory", role: "owner", stands: "Inventory" },
  { name: "customers", path: "/app/customers", role: "owner", stands: "Customers" },
  { name: "sales", path: "/app/sales", role: "owner", stands: "Sales" },
  { name: "missing page", path: "/nowhere", role: undefined, stands: "Page not found" },
] as const;

describe("on the narrowest phone", () => {
  for (const { name, path, role, stands } of SCREENS) {
    test(`STATE-12: the ${name} has no accessibility faults, no sideways scroll and no small targets`, async () => {
      await page.viewport(320, 640);
      serveAll();
      openAny(path, role);
      await screen.findByRole("heading", { name: stands });
      await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull());
      expect(await faultsOf()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
      expect(tooSmall()).toEqual([]);
    });
  }

  test("STATE-12: the new sale has none either, while filled in and when refused", async () => {
    await page.viewport(320, 640);
    serveAll();
    fake.server.on(RECORD, refuses(409, "Insufficient stock for Peak Milk 400g"));
    const user = open("/app/sales?new=1", "owner");
    const dialog = await screen.findByRole("dialog", { name: "Enter a past sale" });
    await user.type(within(dialog).getByRole("combobox", { name: "Add a product" }), "mi");
    await within(dialog).findByRole("listbox");
    expect(await faultsOf()).toEqual([]);
    await user.keyboard("{Enter}");
    await user.click(within(dialog).getByRole("button", { name: /^Save sale/ }));
    await within(dialog).findByRole("alert");
    expect(await faultsOf()).toEqual([]);
    expect(dialog.scrollWidth).toBeLessThanOrEqual(320);
    expect(tooSmall()).toEqual([]);
  });

  test("STATE-12: a sale kept without a response has none either", async () => {
    await page.viewport(320, 640);
    serveAll();
    fake.server.on(RECORD, breaks);
    const user = open("/app/sales?new=1", "owner");
    const dialog = await screen.findByRole("dialog", { name: "Enter a past sale" });
    await user.type(within(dialog).getByRole("combobox", { name: "Add a product" }), "mi");
    await within(dialog).findByRole("listbox");
    await user.keyboard("{Enter}");
    await user.click(within(dialog).getByRole("button", { name: /^Save sale/ }));
    await screen.findByRole("heading", { name: "Unconfirmed sales" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await faultsOf()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    expect(tooSmall()).toEqual([]);
  });
});

describe("on a wide screen", () => {
  test("SHELL-09: the menu is beside the page, and there are no shortcuts below it", async () => {
    await page.viewport(1280, 800);
    serveAll();
    open("/app/products", "owner");
    await screen.findByRole("heading", { name: "Products" });
    expect(screen.queryByRole("navigation", { name: "Shortcuts" })).toBeNull();
    expect(screen.getAllByRole("link", { name: "Products" })).toHaveLength(1);
    expect(await faultsOf()).toEqual([]);
  });
});
