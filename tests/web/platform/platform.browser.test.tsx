import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { faultsOf, tooSmall } from "#tests/web/kit/access.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { database, parked } from "#tests/web/kit/platform-reports.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";
import { account, serveSecurity } from "#tests/web/kit/settings.ts";

const fake = serveEachTest();
beforeEach(() => {
  servePlatform(fake.server);
  serveSecurity(fake.server, account({ role: "super_admin" }));
  fake.server.on("GET /api/v1/platform/database", succeeds(database({ parked: 1 })));
  fake.server.on("GET /api/v1/platform/parked", succeeds([parked]));
});

const SCREENS = [
  "/app/super-admin",
  "/app/super-admin?tab=inbox",
  "/app/super-admin?tab=activity",
  "/app/super-admin?tab=access",
  "/app/tenant-management",
  "/app/tenant-management?add=1",
  "/app/tenant-management?edit=t-adom",
  "/app/tenant-management?view=t-coffee",
  "/app/analytics",
  "/app/health",
  "/app/health?tab=mails",
  "/app/revenue",
  "/app/database",
  "/app/global-settings",
  "/app/account",
  "/app/account?tab=security",
] as const;

const stands = async () => {
  await waitFor(() => expect(screen.queryAllByText(/^(Still )?[Ll]oading/)).toEqual([]));
  await waitFor(() => expect(document.querySelector("h1, [role=dialog]")).not.toBeNull());
};

describe("on the narrowest phone", () => {
  for (const path of SCREENS) {
    it(`STATE-09, STATE-10, STATE-12: ${path} has no fault of access, no sideways scroll and no small target`, async () => {
      await page.viewport(320, 640);
      open(path, "super_admin");
      await stands();
      expect(await faultsOf()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
      expect(tooSmall()).toEqual([]);
    });
  }

  it("STATE-12: error states are accessible, too", async () => {
    await page.viewport(320, 640);
    fake.server.on("GET /api/super-admin.php", refuses(429, "Too many requests"));
    fake.server.on("GET /api/super-admin.php/tenants", refuses(429, "Too many requests"));
    open("/app/tenant-management", "super_admin");
    await screen.findByRole("alert");
    expect(await faultsOf()).toEqual([]);
    expect(tooSmall()).toEqual([]);
  });
});

describe("the menu of a tenant", () => {
  it("ADMIN-11: is opened, navigated and closed by keyboard", async () => {
    await page.viewport(1280, 800);
    const user = open("/app/tenant-management", "super_admin");
    const more = await screen.findByRole("button", { name: "More for Cape Coast Coffee" });
    more.focus();
    await user.keyboard("{Enter}");
    const menu = within(await screen.findByRole("menu"));
    expect(await faultsOf()).toEqual([]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("View shop"));
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(menu.getByRole("menuitem", { name: "Resend invitation" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(document.activeElement).toBe(more);
  });
});

describe("on a wide screen", () => {
  it.each([1024, 1280])(
    "STATE-09: every column of the tenants has room at %i px",
    async (width) => {
      await page.viewport(width, 800);
      open("/app/tenant-management", "super_admin");
      await screen.findByRole("row", { name: /Adom Provisions/ });
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const table = screen.getByRole("table");
      expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
      expect(await faultsOf()).toEqual([]);
    },
  );
});
