import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { open, openAny, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { dashboard, milk } from "#tests/web/kit/shop.ts";
import { links, landingPath, safeReturn } from "#web/links.ts";
import { pageList } from "#web/pages.ts";

const fake = serveEachTest();

const serveAll = () => {
  fake.server.on("GET /api/dashboard.php", succeeds(dashboard()));
  fake.server.on("GET /api/products.php", succeeds([milk]));
  fake.server.on("GET /api/sales.php", succeeds([]));
};
const menu = async () => {
  const navigation = await screen.findByRole("navigation", { name: "Main" });
  return within(navigation)
    .getAllByRole("link")
    .map((link) => link.textContent);
};

describe("entering the app", () => {
  test("AUTH-22: leads a visitor from the app to the sign-in", async () => {
    openAny("/app");
    await screen.findByRole("heading", { name: "Sign in" });
  });

  test("SITE-02: leads a person with a session from the root to the dashboard", async () => {
    serveAll();
    open("/", "owner");
    await screen.findByRole("heading", { name: "Dashboard" });
  });

  test("AUTH-22: remembers which page a visitor wanted", async () => {
    open("/app/products?add=1");
    await screen.findByRole("heading", { name: "Sign in" });
    expect(location.search).toBe("?returnTo=%2Fapp%2Fproducts%3Fadd%3D1");
  });

  test("AUTH-09: follows no address outside the app", () => {
    expect(safeReturn("/app/sales?new=1")).toBe("/app/sales?new=1");
    for (const outside of [
      "https://evil.example",
      "//evil.example",
      "/app/\\evil",
      "/auth/login",
      "",
    ]) {
      expect(safeReturn(outside)).toBeUndefined();
    }
  });

  test("AUTH-05: starts each role where it works", () => {
    for (const role of ["owner", "manager", "accountant", "auditor", "support"]) {
      expect(landingPath(role)).toBe(links.dashboard());
    }
    expect(landingPath("cashier")).toBe(links.sell());
    expect(landingPath("stock_keeper")).toBe(links.inventory());
    expect(landingPath("super_admin")).toBe(links.superAdmin());
  });

  test("SHELL-06: hides the platform's pages from tenants", async () => {
    open("/app/super-admin", "owner");
    await screen.findByRole("heading", { name: "Page not found" });
  });

  test("SHELL-06: leads a super admin from a tenant's page to the platform", async () => {
    open("/app/dashboard", "super_admin");
    await screen.findByRole("heading", { level: 1, name: "Super Admin Dashboard" });
    expect(location.pathname).toBe("/app/super-admin");
  });

  test("SITE-14: shows a page for every other address", async () => {
    openAny("/nowhere");
    await screen.findByRole("heading", { name: "Page not found" });
    expect(screen.getByRole("link", { name: "Go home" }).getAttribute("href")).toBe("/");
    expect(document.title).toBe("Page not found · Tillbook");
  });
});

describe("the menu", () => {
  test("SHELL-04: lists all pages, Sell first", async () => {
    serveAll();
    open("/app/products", "owner");
    const inShops = pageList.filter(({ area }) => area === "till" || area === "shop");
    const listed = inShops.flatMap(({ title, menu: entry }) => entry && (entry.label ?? title));
    expect(await menu()).toEqual(listed.filter((name) => name !== undefined));
    expect(listed.slice(0, 2)).toEqual(["Sell", "Dashboard"]);
    expect(listed).toContain("Reports");
    expect(screen.getByRole("link", { name: "Products" }).getAttribute("aria-current")).toBe(
      "page",
    );
  });

  test("SHELL-04: lists only what the role may open", async () => {
    serveAll();
    open("/app/products", "stock_keeper");
    expect(await menu()).toEqual([
      "Products",
      "Sales",
      "Inventory",
      "Customers",
      "Notifications",
      "Settings",
    ]);
  });

  test("SHELL-08: changes the page inside the same shell, and moves the focus to it", async () => {
    serveAll();
    const user = open("/app/dashboard", "owner");
    await screen.findByRole("heading", { name: "Dashboard" });
    const banner = screen.getByRole("banner");
    await user.click(screen.getByRole("link", { name: "Products" }));
    await screen.findByRole("heading", { name: "Products" });
    expect(screen.getByRole("banner")).toBe(banner);
    expect(document.activeElement).toBe(screen.getByRole("main"));
    expect(document.title).toBe("Products · Tillbook");
  });

  test("SHELL-08: starts each page at its top, also after Back has closed a dialog", async () => {
    serveAll();
    const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    const user = open("/app/dashboard", "owner");
    const products = await screen.findByRole("link", { name: "Products" });
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
    await user.click(products);
    await screen.findByRole("heading", { name: "Products" });
    expect(scrollTo.mock.calls).toEqual([[0, 0]]);
    scrollTo.mockRestore();
  });

  test("SHELL-03: shows the person's name and role", async () => {
    serveAll();
    open("/app/products", "owner");
    const side = await screen.findByRole("complementary");
    expect(side.textContent).toContain("AMAkosua MensahOwner");
  });
});

describe("the end of a session", () => {
  test("AUTH-10: Logout removes everything, even if the server cannot be reached", async () => {
    serveAll();
    fake.server.on("POST /api/v1/logout", breaks);
    const user = open("/app/products", "owner");
    const [logout] = await screen.findAllByRole("button", { name: "Logout" });
    if (logout !== undefined) await user.click(logout);
    await screen.findByRole("heading", { name: "Sign in" });
    expect(["token", "user", "tenant"].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
      null,
    ]);
    expect(location.search).toBe("");
  });

  test("AUTH-07: comes once with any 401 of the API, and keeps the page to return to", async () => {
    fake.server.on("GET /api/products.php", refuses(401, "Session ended"));
    open("/app/products", "owner");
    await screen.findByRole("heading", { name: "Sign in" });
    expect(localStorage.getItem("token")).toBeNull();
    await waitFor(() => expect(location.search).toBe("?returnTo=%2Fapp%2Fproducts"));
  });
});
