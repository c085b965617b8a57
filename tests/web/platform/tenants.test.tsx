import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { chooseMore } from "#tests/web/kit/choose-more.ts";
import type { Call } from "#tests/web/kit/fake-server.ts";
import { refuses } from "#tests/web/kit/fake-server.ts";
import { adom, coffee, hardware, tenantPage } from "#tests/web/kit/platform.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";

const fake = serveEachTest();
beforeEach(() => servePlatform(fake.server));

const PATH = "/app/tenant-management";
const LIST = "GET /api/super-admin.php/tenants";

const asked = () => fake.server.calls(LIST).map(({ query }) => Object.fromEntries(query));
const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
const names = () =>
  screen
    .queryAllByRole("button", { name: /^View / })
    .map((button) => button.getAttribute("aria-label"));

/** As the server does: those that fit what was asked. */
const findsTenants = (call: Call) => {
  const { query } = call;
  const found = [adom, coffee, hardware]
    .filter(({ name, email }) =>
      `${name} ${email}`.toLowerCase().includes(query.get("search") ?? ""),
    )
    .filter(({ status }) => (query.get("status") ?? status) === status);
  return tenantPage(found)(call);
};

describe("the list of tenants", () => {
  it.each(["/app/tenants", "/app/tenant-management"] as const)(
    "SHELL-07: opens at %s, and the menu marks its entry",
    async (path) => {
      open(path, "super_admin");
      await screen.findByRole("heading", { name: "Tenant Management" });
      expect(
        screen.getByRole("link", { name: "Tenant Management" }).getAttribute("aria-current"),
      ).toBe("page");
      expect(document.title).toBe("Tenant Management · Tillbook");
    },
  );

  it("ADMIN-09: has cards for tenants, active tenants, revenue and approvals", async () => {
    open(PATH, "super_admin");
    const card = (name: string, text: string) =>
      waitFor(() => expect(screen.getByText(name).parentElement?.textContent).toBe(name + text));
    await card("Total revenue", "GH₵6,284,910.75");
    await card("Total tenants", "148");
    await card("Active tenants", "131");
    await card("Pending approvals", "3");
  });

  it("ADMIN-11: shows name, email, address, plan, status, users, revenue and last login", async () => {
    open(PATH, "super_admin");
    const row = (await rowOf("Adom Provisions")).textContent;
    for (const text of [
      "Adom Provisions",
      "akosua@adom.example",
      "Osu, Accra",
      "basic",
      "Active",
      "6",
      "GH₵482,310.00",
    ]) {
      expect(row).toContain(text);
    }
    expect(row).toMatch(/\d+d ago/);
    expect((await rowOf("Cape Coast Coffee")).textContent).toContain("Never");
    const tools = within(await rowOf("Adom Provisions")).getAllByRole("button");
    expect(tools.map((tool) => tool.getAttribute("aria-label"))).toEqual([
      "View Adom Provisions",
      "Edit Adom Provisions",
      "More for Adom Provisions",
    ]);
    expect(asked()).toEqual([{ page: "1", limit: "50" }]);
  });

  it("ADMIN-10: filters the loaded list at once, and asks the server after a pause in typing", async () => {
    fake.server.on(LIST, findsTenants);
    open(PATH, "super_admin");
    await rowOf("Adom Provisions");
    const search = screen.getByRole("searchbox", { name: "Search tenants" });
    fireEvent.change(search, { target: { value: "COFF" } });
    expect(names()).toEqual(["View Cape Coast Coffee"]);
    expect(asked()).toHaveLength(1);
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]).toEqual({ page: "1", limit: "50", search: "coff" });
  });

  it("ADMIN-10: finds by email too, and says when nothing matches", async () => {
    fake.server.on(LIST, findsTenants);
    const user = open(PATH, "super_admin");
    await rowOf("Adom Provisions");
    const search = screen.getByRole("searchbox", { name: "Search tenants" });
    await user.type(search, "akosua@");
    expect(names()).toEqual(["View Adom Provisions"]);
    await user.clear(search);
    await user.type(search, "no such shop");
    await screen.findByRole("heading", { name: "No tenants found" });
    screen.getByText("Try adjusting your search criteria");
  });

  it("ADMIN-10: filters by status at once, by a new call, and in the URL", async () => {
    fake.server.on(LIST, findsTenants);
    const user = open(PATH, "super_admin");
    await rowOf("Adom Provisions");
    const chips = screen.getByRole("radiogroup", { name: "Status" });
    expect(chips.textContent).toBe("All 148Active 131Suspended 14Pending 3".replaceAll(" ", ""));
    await user.click(screen.getByRole("radio", { name: "Suspended 14" }));
    expect(names()).toEqual(["View Tamale Hardware"]);
    await waitFor(() =>
      expect(asked()[1]).toEqual({ page: "1", limit: "50", status: "suspended" }),
    );
    expect(location.search).toBe("?status=suspended");
  });

  it("ADMIN-10: is paged by the server", async () => {
    fake.server.on(LIST, tenantPage([adom], 120), tenantPage([hardware], 120));
    const user = open(PATH, "super_admin");
    await screen.findByText("1 to 50 of 120");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await rowOf("Tamale Hardware");
    expect(asked()[1]).toEqual({ page: "2", limit: "50" });
  });

  it("ADMIN-13: shows a dismissible banner when the list fails to load", async () => {
    fake.server.on(LIST, refuses(429, "Too many requests"));
    const user = open(PATH, "super_admin");
    const banner = await screen.findByRole("alert");
    within(banner).getByText("Failed to load tenants");
    within(banner).getByText("Too many requests");
    await user.click(within(banner).getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
    fake.server.on(LIST, tenantPage([adom]));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await rowOf("Adom Provisions");
  });

  it("ADMIN-11: invites to add the first tenant", async () => {
    fake.server.on(LIST, tenantPage([]));
    open(PATH, "super_admin");
    await screen.findByRole("heading", { name: "No tenants yet" });
    expect(screen.getAllByRole("button", { name: "Add Tenant" })).toHaveLength(2);
  });

  it("ADMIN-11: opens the details of a tenant", async () => {
    const user = open(PATH, "super_admin");
    await user.click(await screen.findByRole("button", { name: "View Cape Coast Coffee" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Cape Coast Coffee" }));
    dialog.getByText("premium, sold as Basic");
    dialog.getByText("None yet: the owner was invited and hasn't joined");
    dialog.getByText("No sales yet");
    await user.click(dialog.getByRole("button", { name: "Edit" }));
    await screen.findByRole("dialog", { name: "Edit tenant" });
  });

  it("ADMIN-11: opens More for a tenant that was loaded before, right after a page outside the frame", async () => {
    const user = open(PATH, "super_admin");
    await rowOf("Adom Provisions");
    history.pushState(null, "", "/app/nowhere");
    await screen.findByRole("heading", { name: "Page not found" });
    history.pushState(null, "", PATH);
    await chooseMore(user, "Adom Provisions", "Suspend");
    await screen.findByRole("dialog", { name: /Suspend/ });
  });
});
