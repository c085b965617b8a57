import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { chooseMore } from "#tests/web/kit/choose-more.ts";
import { answers, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";
import { dashboard, signedInAs } from "#tests/web/kit/shop.ts";
import { session } from "#web/state/session.ts";

const fake = serveEachTest();
beforeEach(() => servePlatform(fake.server));

const PATH = "/app/tenant-management";
const LIST = "GET /api/super-admin.php/tenants";

describe("a support session", () => {
  const START = "POST /api/v1/platform/support-sessions";
  const END = "POST /api/v1/logout";
  const visited = { ...signedInAs("owner").tenant, id: "t-adom", name: "Adom Provisions" };
  const until = new Date(Date.now() + 1_800_000).toISOString();
  const serve = () => {
    fake.server.on(START, succeeds({ token: "token-of-visit", tenant: visited, until }));
    fake.server.on("GET /api/dashboard.php", succeeds(dashboard()));
    // Over is the visit: the super admin's own session is a good one, and of another portal.
    fake.server.on("GET /api/products.php", (call) =>
      call.headers.get("authorization") === "Bearer token-of-visit"
        ? refuses(401, "Session ended")(call)
        : refuses(403, "Not for this portal", "wrong-audience")(call),
    );
    fake.server.on(END, answers({ success: true }));
  };
  const lookInside = async (user: ReturnType<typeof open>) => {
    await chooseMore(user, "Adom Provisions", "View shop");
    const dialog = within(await screen.findByRole("dialog", { name: "View Adom Provisions" }));
    await user.click(dialog.getByRole("button", { name: "View shop" }));
    dialog.getByText("Reason is required");
    expect(fake.server.calls(START)).toEqual([]);
    await user.type(dialog.getByRole("textbox", { name: "Reason" }), "They called");
    await user.click(dialog.getByRole("button", { name: "View shop" }));
    await screen.findByText(/You are viewing Adom Provisions and can change nothing/);
  };

  it("ADMIN-25: opens one shop read-only with a reason, keeping the super admin's own session", async () => {
    serve();
    const user = open(PATH, "super_admin");
    await lookInside(user);
    expect(fake.server.calls(START)[0]?.body).toEqual({
      tenant_id: "t-adom",
      reason: "They called",
    });
    await screen.findByRole("heading", { name: "Dashboard" });
    const askedAs = () =>
      fake.server
        .calls("GET /api/dashboard.php")
        .map(({ headers }) => headers.get("authorization"));
    await waitFor(() => expect(askedAs()).toEqual(["Bearer token-of-visit"]));
    expect(screen.queryByRole("link", { name: "New Sale" })).toBeNull();
    expect(localStorage.getItem("token")).toBe("token-of-super_admin");
    expect(screen.queryByRole("button", { name: /^Notifications/ })).toBeNull();
    expect(fake.server.calls("GET /api/v1/live")).toEqual([]);
  });

  it("ADMIN-25: hides everything it may not read", async () => {
    serve();
    const user = open(PATH, "super_admin");
    await lookInside(user);
    const menu = within(await screen.findByRole("navigation", { name: "Main" }));
    expect(menu.queryByRole("link", { name: "Settings" })).toBeNull();
    expect(fake.server.calls("GET /api/v1/settings")).toEqual([]);
  });

  it("ADMIN-25: returns to the platform on leaving", async () => {
    serve();
    const user = open(PATH, "super_admin");
    await lookInside(user);
    await user.click(screen.getByRole("button", { name: "Leave" }));
    await screen.findByRole("heading", { name: "Super Admin Dashboard" });
    expect(fake.server.calls(END)[0]?.headers.get("authorization")).toBe("Bearer token-of-visit");
    expect(session.get()?.token).toBe("token-of-super_admin");
  });

  it("ADMIN-25: returns to the platform when it expires, and ends no other session", async () => {
    serve();
    const user = open(PATH, "super_admin");
    await lookInside(user);
    await user.click(screen.getByRole("link", { name: "Products" }));
    await waitFor(() => expect(session.get()?.token).toBe("token-of-super_admin"));
    await screen.findByRole("heading", { name: "Tenant Management" });
    screen.getByText(/Choose a tenant/);
  });

  it("SHELL-06: asks to choose a tenant first on a shop's URL", async () => {
    open("/app/products", "super_admin");
    await screen.findByText(/That screen belongs to a shop/);
    expect(location.pathname).toBe("/app/tenant-management");
    act(() => window.history.pushState(null, "", "/auth/login"));
  });
});

describe("a tenant's people", () => {
  it.each([
    "/app/super-admin",
    "/app/tenants",
    "/app/tenant-management",
    "/app/analytics",
    "/app/health",
    "/app/revenue",
    "/app/database",
    "/app/global-settings",
    "/app/account",
  ] as const)("SHELL-06: find no page at %s, and nothing is asked", async (path) => {
    open(path, "owner");
    await screen.findByRole("heading", { name: "Page not found" });
    expect(fake.server.calls(LIST)).toEqual([]);
  });
});
