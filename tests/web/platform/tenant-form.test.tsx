import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { chooseMore } from "#tests/web/kit/choose-more.ts";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { adom, coffee, tenantPage } from "#tests/web/kit/platform.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";

const fake = serveEachTest();
beforeEach(() => servePlatform(fake.server));

const PATH = "/app/tenant-management";
const LIST = "GET /api/super-admin.php/tenants";
const ADD = "POST /api/super-admin.php/tenant";
const CHANGE = "PUT /api/super-admin.php/t-adom";

const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });

describe("the form of a tenant", () => {
  const field = (name: string) => screen.findByRole("textbox", { name });

  it("ADMIN-12: begins with basic and active, and offers the plans and states", async () => {
    const user = open(PATH, "super_admin");
    await user.click(await screen.findByRole("button", { name: "Add Tenant" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add tenant" }));
    const chosen = (name: string) => dialog.getByRole<HTMLSelectElement>("combobox", { name });
    expect([chosen("Plan").value, chosen("Status").value]).toEqual(["basic", "active"]);
    expect([...chosen("Plan").options].map(({ value }) => value)).toEqual([
      "basic",
      "premium",
      "enterprise",
    ]);
    expect([...chosen("Status").options].map(({ text }) => text)).toEqual([
      "Active",
      "Suspended",
      "Pending",
    ]);
  });

  it("ADMIN-12: requires a name and a well-formed email", async () => {
    const user = open(`${PATH}?add=1`, "super_admin");
    const dialog = within(await screen.findByRole("dialog", { name: "Add tenant" }));
    await user.click(dialog.getByRole("button", { name: "Add Tenant" }));
    dialog.getByText("Tenant name is required");
    dialog.getByText("Email is required");
    await user.type(await field("Email"), "esi");
    dialog.getByText("Invalid email address");
    expect(fake.server.calls(ADD)).toEqual([]);
  });

  it("ADMIN-12, ADMIN-14: adds a tenant, reads the list again and marks it", async () => {
    const fresh = { ...coffee, id: "t-new", name: "Ho Fabrics" };
    fake.server.on(ADD, succeeds({ id: "t-new" }));
    const user = open(`${PATH}?add=1`, "super_admin");
    await screen.findByText("Adom Provisions");
    fake.server.on(LIST, tenantPage([adom, fresh]));
    await user.type(await field("Tenant Name"), " Ho Fabrics ");
    await user.type(await field("Email"), "Esi@Ho.example");
    await user.type(await field("Address (optional)"), "Ho");
    const dialog = within(screen.getByRole("dialog"));
    await user.selectOptions(dialog.getByRole("combobox", { name: "Plan" }), "enterprise");
    await user.click(dialog.getByRole("button", { name: "Add Tenant" }));
    await screen.findByText("Tenant added and owner invited");
    const [call] = fake.server.calls(ADD);
    expect(call?.body).toEqual({
      name: "Ho Fabrics",
      email: "esi@ho.example",
      phone: "",
      address: "Ho",
      plan: "enterprise",
      status: "active",
    });
    expect(call?.headers.get("idempotency-key")).toMatch(/^[\da-f-]{36}$/);
    expect((await rowOf("Ho Fabrics")).dataset["chosen"]).toBe("true");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("ADMIN-12: sends only changed fields, and null for cleared ones", async () => {
    fake.server.on(CHANGE, succeeds({ id: "t-adom" }));
    const user = open(`${PATH}?edit=t-adom`, "super_admin");
    await user.clear(await field("Address (optional)"));
    const dialog = within(screen.getByRole("dialog"));
    await user.selectOptions(dialog.getByRole("combobox", { name: "Plan" }), "premium");
    await user.click(dialog.getByRole("button", { name: "Update Tenant" }));
    await screen.findByText("Tenant updated");
    expect(fake.server.calls(CHANGE)[0]?.body).toEqual({ address: null, plan: "premium" });
  });

  it("ADMIN-12: asks for the reason for a new status, and explains its effect", async () => {
    fake.server.on(CHANGE, succeeds({ id: "t-adom" }));
    const user = open(`${PATH}?edit=t-adom`, "super_admin");
    await field("Tenant Name");
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.queryByRole("textbox", { name: "Reason (optional)" })).toBeNull();
    await user.selectOptions(dialog.getByRole("combobox", { name: "Status" }), "suspended");
    dialog.getByText(/signed out now/);
    await user.type(await field("Reason (optional)"), "unpaid");
    await user.click(dialog.getByRole("button", { name: "Update Tenant" }));
    await screen.findByText("Tenant updated");
    expect(fake.server.calls(CHANGE)[0]?.body).toEqual({ status: "suspended", reason: "unpaid" });
  });

  it("ADMIN-13: keeps the form and its input when saving fails", async () => {
    const text = "An account with this email already exists";
    fake.server.on(ADD, refuses(409, text, "email-taken"));
    const user = open(`${PATH}?add=1`, "super_admin");
    await user.type(await field("Tenant Name"), "Ho Fabrics");
    await user.type(await field("Email"), "akosua@adom.example");
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Add Tenant" }));
    const banner = within(await dialog.findByRole("alert"));
    banner.getByText("Failed to save tenant");
    banner.getByText(`Not saved. ${text}`);
    await user.click(banner.getByRole("button", { name: "Dismiss" }));
    expect(dialog.queryByRole("alert")).toBeNull();
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Tenant Name" }).value).toBe(
      "Ho Fabrics",
    );
  });

  it("ADMIN-13: sends a save whose answer was lost again under the same key", async () => {
    fake.server.on(ADD, breaks, succeeds({ id: "t-new" }));
    const user = open(`${PATH}?add=1`, "super_admin");
    await user.type(await field("Tenant Name"), "Ho Fabrics");
    await user.type(await field("Email"), "esi@ho.example");
    const save = within(screen.getByRole("dialog")).getByRole("button", { name: "Add Tenant" });
    await user.click(save);
    await screen.findByText("Failed to save tenant");
    await user.click(save);
    await screen.findByText("Tenant added and owner invited");
    const keys = fake.server.calls(ADD).map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(1);
  });
});

describe("a tenant that others change while its form is open", () => {
  const renameAfter = async (next: readonly (typeof adom)[]) => {
    fake.server.on(CHANGE, breaks, succeeds({ id: "t-adom" }));
    const user = open(`${PATH}?edit=t-adom`, "super_admin");
    const name = await screen.findByRole("textbox", { name: "Tenant Name" });
    fake.server.on(LIST, tenantPage(next));
    await user.type(name, " Ltd");
    const update = () => user.click(screen.getByRole("button", { name: "Update Tenant" }));
    await update();
    await screen.findByText("Failed to save tenant");
    await waitFor(() => expect(fake.server.calls(LIST)).toHaveLength(2));
    return update;
  };

  it("ADMIN-12: does not revert others' changes made since the form was opened", async () => {
    const update = await renameAfter([{ ...adom, address: "Tema" }]);
    await screen.findByText("Tema");
    await update();
    await screen.findByText("Tenant updated");
    expect(fake.server.calls(CHANGE)[1]?.body).toEqual({ name: "Adom Provisions Ltd" });
  });

  it("ADMIN-13: keeps the form open when the reloaded list no longer has the tenant", async () => {
    await renameAfter([coffee]);
    await waitFor(() => expect(screen.queryByText("akosua@adom.example")).toBeNull());
    const name = screen.getByRole<HTMLInputElement>("textbox", { name: "Tenant Name" });
    expect(name.value).toBe("Adom Provisions Ltd");
  });
});

describe("the actions on a tenant", () => {
  it("ADMIN-15: resends the invitation of an owner who has not joined", async () => {
    const INVITE = "POST /api/v1/platform/tenants/t-coffee/invitation";
    fake.server.on(INVITE, succeeds({ id: "t-coffee" }));
    const user = open(PATH, "super_admin");
    await chooseMore(user, "Cape Coast Coffee", "Resend invitation");
    await screen.findByText("Invitation sent to esi@coffee.example");
    expect(fake.server.calls(INVITE)).toHaveLength(1);
  });

  it("ADMIN-15: offers no invitation when the owner has joined, and shows a refusal", async () => {
    fake.server.on(
      "POST /api/v1/platform/tenants/t-coffee/invitation",
      refuses(409, "The owner of this business has already joined."),
    );
    const user = open(PATH, "super_admin");
    await chooseMore(user, "Cape Coast Coffee", "Resend invitation");
    await screen.findByText(/has already joined/);
    await user.click(screen.getByRole("button", { name: "More for Adom Provisions" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map((item) => item.textContent)).toEqual(["View shop", "Suspend"]);
  });

  it.each([
    ["Adom Provisions", "t-adom", "Suspend", "suspended"],
    ["Cape Coast Coffee", "t-coffee", "Approve", "active"],
    ["Tamale Hardware", "t-hardware", "Activate", "active"],
  ])("ADMIN-16: changes the status of %s", async (name, id, action, status) => {
    const path = `PUT /api/super-admin.php/${id}`;
    fake.server.on(path, succeeds({ id }));
    const user = open(PATH, "super_admin");
    await chooseMore(user, name, action);
    const dialog = within(await screen.findByRole("dialog", { name: `${action} ${name}` }));
    await user.type(dialog.getByRole("textbox", { name: "Reason (optional)" }), "as agreed");
    await user.click(dialog.getByRole("button", { name: action }));
    await screen.findByText("Tenant updated");
    expect(fake.server.calls(path)[0]?.body).toEqual({ status, reason: "as agreed" });
  });
});
