import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { pressIn, retype } from "#tests/web/kit/hands.ts";
import { account } from "#tests/web/kit/settings.ts";
import { dashboard, milk } from "#tests/web/kit/shop.ts";
import { themeChoice } from "#web/ui/layout/theme-segments.tsx";

const fake = serveEachTest();

const serveAll = () => {
  fake.server.on("GET /api/dashboard.php", succeeds(dashboard()));
  fake.server.on("GET /api/products.php", succeeds([milk]));
};
const showsWidth = (wide: boolean) =>
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: wide === query.includes("1024px"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

describe("a page that the role may not open", () => {
  test("SHELL-17: says so in the frame and links to a page that the role may open", async () => {
    serveAll();
    const user = open("/app/dashboard", "stock_keeper");
    await screen.findByRole("heading", { name: "You don't have access to this page" });
    screen.getByText(/Your role is Stock keeper/);
    screen.getByRole("banner");
    await user.click(screen.getByRole("link", { name: "Go to Inventory" }));
    await screen.findByRole("heading", { level: 1, name: "Inventory" });
    expect(fake.server.calls("GET /api/dashboard.php")).toEqual([]);
  });
});

describe("the platform's side", () => {
  test("SHELL-05: has its own menu", async () => {
    open("/app/super-admin", "super_admin");
    const navigation = await screen.findByRole("navigation", { name: "Platform" });
    const entries = within(navigation).getAllByRole("link");
    expect(entries.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Super Admin Dashboard", "/app/super-admin"],
      ["Tenant Management", "/app/tenant-management"],
      ["System Analytics", "/app/analytics"],
      ["System Health", "/app/health"],
      ["Revenue Overview", "/app/revenue"],
      ["Database Management", "/app/database"],
      ["Global Settings", "/app/global-settings"],
    ]);
    screen.getByText("All activity is logged and monitored");
  });

  test("SHELL-03: labels its role Super Admin", async () => {
    open("/app/super-admin", "super_admin");
    const side = await screen.findByRole("complementary");
    expect(side.textContent).toContain("AMAkosua MensahSuper Admin");
  });

  test.each(["/app/tenants", "/app/tenant-management"] as const)(
    "SHELL-07: marks tenant management at %s",
    async (path) => {
      open(path, "super_admin");
      const entry = await screen.findByRole("link", { name: "Tenant Management" });
      expect(entry.getAttribute("aria-current")).toBe("page");
      await screen.findByRole("heading", { level: 1, name: "Tenant Management" });
    },
  );
});

describe("on a phone", () => {
  test("SHELL-01: the menu slides over the page and closes on navigation and Escape", async () => {
    showsWidth(false);
    serveAll();
    const user = open("/app/products", "owner");
    expect(screen.queryByRole("complementary")).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Open menu" }));
    await screen.findByRole("dialog", { name: "Menu" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const opener = screen.getByRole("button", { name: "Open menu" });
    await waitFor(() => expect(document.activeElement).toBe(opener));

    await user.click(opener);
    const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
    menu.getByText("Akosua Mensah");
    menu.getByRole("button", { name: "Logout" });
    await user.click(menu.getByRole("link", { name: "Dashboard" }));
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("SHELL-01: the menu also closes after a page with unsaved changes asked first", async () => {
    showsWidth(false);
    serveAll();
    fake.server.on("GET /api/v1/account", succeeds(account()));
    const user = open("/app/settings", "owner");
    await retype(user, "First name", "Ama");
    await user.click(screen.getByRole("button", { name: "Open menu" }));
    const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
    await user.click(menu.getByRole("link", { name: "Products" }));
    const question = await screen.findByRole("alertdialog", { name: "Discard your changes?" });
    await pressIn(user, question, "Discard");
    await screen.findByRole("heading", { level: 1, name: "Products" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("SHELL-02: the top bar has the name, the bell and Logout", async () => {
    showsWidth(false);
    serveAll();
    open("/app/products", "owner");
    const bar = within(await screen.findByRole("banner"));
    bar.getByText("Akosua Mensah");
    bar.getByText("Adom Provisions, Osu");
    bar.getByRole("button", { name: "Notifications" });
    bar.getByRole("button", { name: "Logout" });
  });

  test("SHELL-09: shortcuts are below the page, with Sell in the middle", async () => {
    showsWidth(false);
    serveAll();
    open("/app/products", "owner");
    const shortcuts = within(await screen.findByRole("navigation", { name: "Shortcuts" }));
    expect(shortcuts.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "Dashboard",
      "Products",
      "Sell",
      "Sales",
      "Inventory",
    ]);
  });

  test("SHELL-09: there are none beside the sidebar, and none on the platform", async () => {
    serveAll();
    open("/app/products", "owner");
    await screen.findByRole("complementary");
    expect(screen.queryByRole("navigation", { name: "Shortcuts" })).toBeNull();
  });
});

describe("the appearance", () => {
  const chosen = () => document.documentElement.dataset["theme"];
  afterEach(() => themeChoice.choose("system"));

  test("SHELL-10: follows the device until a theme is chosen, which is stored beside the session", async () => {
    serveAll();
    const user = open("/app/products", "owner");
    const choice = within(await screen.findByRole("group", { name: "Appearance" }));
    const radio = (name: string) => choice.getByRole("radio", { name });
    expect(radio("System")).toHaveProperty("checked", true);
    expect(chosen()).toBeUndefined();
    await user.click(radio("Dark"));
    expect(chosen()).toBe("dark");
    expect(localStorage.getItem("theme")).toBe("dark");
    await user.click(radio("Light"));
    expect(chosen()).toBe("light");
    await user.click(radio("System"));
    expect(chosen()).toBeUndefined();
    expect(localStorage.getItem("theme")).toBeNull();
  });
});
