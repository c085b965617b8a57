import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { TillItem } from "#kernel/contract/api/till/tills.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { fillIn, press, pressIn, retype } from "#tests/web/kit/hands.ts";
import { business, settings } from "#tests/web/kit/settings.ts";

const fake = serveEachTest();

const LIST = "GET /api/v1/tills";
const CHANGE = "PUT /api/v1/tills/2";
const REMOVE = "DELETE /api/v1/tills/2";
const SETTINGS = "GET /api/v1/settings";
const SAVE = "PUT /api/v1/settings/business";

const front: TillItem = {
  till: 2,
  device: "d-2",
  name: "Front counter",
  state: "active",
  enrolled_at: "2026-11-20T08:00:00Z",
  enrolled_by: "Akosua Mensah",
  last_contact_at: new Date(Date.now() - 7_200_000).toISOString(),
  missing_entries: 0,
};
const waiting: TillItem = {
  ...front,
  till: 3,
  name: "Kofi's phone",
  state: "waiting",
  last_contact_at: null,
};
const removed: TillItem = { ...front, till: 4, name: "Old", state: "revoked", missing_entries: 4 };

const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);

function openTab(role: string, ...lists: readonly (readonly TillItem[])[]) {
  fake.server.on(SETTINGS, succeeds(settings()));
  fake.server.on(LIST, ...lists.map((tills) => succeeds(tills)));
  return open("/app/settings?tab=tills", role);
}

test("TILL-111: lists tills with number, state, who added them, last contact and what is missing", async () => {
  openTab("manager", [front, removed, waiting]);
  const row = await screen.findByRole("row", { name: /2 · Front counter/ });
  within(row).getByText("Added by Akosua Mensah, 20 Nov, 08:00");
  within(row).getByText("Active");
  within(row).getByText("Last contact: 2h ago");
  const kofis = screen.getByRole("row", { name: /3 · Kofi's phone/ });
  within(kofis).getByText("Waits for approval");
  within(kofis).getByText("No contact yet");
  const old = screen.getByRole("row", { name: /4 · Old/ });
  within(old).getByText("Removed");
  within(old).getByText("4 entries not here yet");
  expect(within(old).queryByRole("button")).toBeNull();
  const [, ...rows] = screen.getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent?.slice(0, 1))).toEqual(["3", "2", "4"]);
});

test("TILL-111: a cashier has no such tab, not even by its address", async () => {
  openTab("cashier", [front]);
  await screen.findByRole("tab", { name: "Profile", selected: true });
  expect(screen.queryByRole("tab", { name: "Tills" })).toBeNull();
  expect(fake.server.calls(LIST)).toEqual([]);
});

test("TILL-112: a waiting till is approved, and an active one paused", async () => {
  const phone = { ...waiting, till: 2 };
  const user = openTab("manager", [phone], [{ ...phone, state: "active" }], [phone]);
  fake.server.on(CHANGE, succeeds({ id: "2" }));
  await press(user, "Approve Till 2, Kofi's phone");
  await screen.findByText("Till 2, Kofi's phone, approved");
  await press(user, "Pause Till 2, Kofi's phone");
  await screen.findByRole("button", { name: "Approve Till 2, Kofi's phone" });
  expect(bodies(CHANGE)).toEqual([{ active: true }, { active: false }]);
});

test("TILL-112: a refused change says why", async () => {
  const user = openTab("manager", [front]);
  const gone = "This device was removed as a till.";
  fake.server.on(CHANGE, refuses(409, gone, "till-revoked"));
  await press(user, "Pause Till 2, Front counter");
  await screen.findByText(`Not saved. ${gone}`);
});

test("TILL-112: a till gets another name, which may not be empty", async () => {
  const user = openTab("owner", [front], [{ ...front, name: "Back" }]);
  fake.server.on(CHANGE, succeeds({ id: "2" }));
  await press(user, "Rename Till 2, Front counter");
  const dialog = await screen.findByRole("dialog", { name: "Rename till 2" });
  await user.clear(within(dialog).getByLabelText("Name"));
  await pressIn(user, dialog, "Rename");
  await within(dialog).findByText("Enter a name for this till");
  await fillIn(user, { Name: "Back" }, dialog);
  await pressIn(user, dialog, "Rename");
  await screen.findByRole("row", { name: /2 · Back/ });
  expect(bodies(CHANGE)).toEqual([{ name: "Back" }]);
});

test("TILL-113: a dialog says what removing means and what has not arrived, and takes a reason", async () => {
  const lost = { ...front, missing_entries: 4 };
  const user = openTab("owner", [lost], [{ ...lost, state: "revoked" }]);
  fake.server.on(REMOVE, succeeds({ id: "2" }));
  await press(user, "Remove Till 2, Front counter");
  const question = await screen.findByRole("alertdialog", {
    name: "Remove till 2, Front counter?",
  });
  within(question).getByText(/can't become a till again.*4 entries have not arrived yet/);
  await user.selectOptions(within(question).getByLabelText(/^Reason/), "Stolen");
  await pressIn(user, question, "Remove");
  await screen.findByText("Till 2 removed");
  expect(bodies(REMOVE)).toEqual([{ reason: "stolen" }]);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull());
});

test("TILL-113: of a till that sent everything the dialog counts nothing", async () => {
  const user = openTab("owner", [front]);
  await press(user, "Remove Till 2, Front counter");
  const question = await screen.findByRole("alertdialog");
  within(question).getByText(/This device stops selling/);
  expect(within(question).queryByText(/not arrived/)).toBeNull();
});

test("TILL-114: without tills the page says how a device becomes one", async () => {
  openTab("manager", []);
  await screen.findByRole("heading", { name: "No tills yet" });
  screen.getByText(/Sell is first opened on it/);
});

test("TILL-114: a list that cannot be read can be asked for again", async () => {
  fake.server.on(SETTINGS, succeeds(settings()));
  fake.server.on(LIST, refuses(403, "You are not allowed to do this."), succeeds([front]));
  const user = open("/app/settings?tab=tills", "manager");
  await press(user, "Try Again");
  await screen.findByRole("row", { name: /2 · Front counter/ });
});

test("TILL-115: the owner changes how long tills sell alone and what a PIN approves there", async () => {
  const user = openTab("owner", [front]);
  fake.server.on(SAVE, succeeds({ id: "t" }));
  expect(await screen.findByLabelText("Days of selling")).toHaveProperty("value", "14");
  expect(screen.getByLabelText("Largest approval by PIN")).toHaveProperty("value", "200.00");
  await retype(user, "Days of selling", "31");
  await press(user, "Save changes");
  await screen.findByText("The days without a network must be a whole number from 1 to 30");
  await retype(user, "Days of selling", "7");
  await retype(user, "Largest approval by PIN", "50.50");
  await press(user, "Save changes");
  await screen.findByText("Business settings updated successfully!");
  const [call] = fake.server.calls(SAVE);
  expect(call?.body).toEqual({ offline_days: "7", offline_approval_limit: "50.50" });
  expect(call?.headers.get("if-match")).toBe(`"${business.version}"`);
});

test("SELL-52: the owner sets the largest discount of a cashier", async () => {
  const user = openTab("owner", [front]);
  fake.server.on(SAVE, succeeds({ id: "t" }));
  expect(await screen.findByLabelText("Largest discount of a cashier")).toHaveProperty(
    "value",
    "0",
  );
  await retype(user, "Largest discount of a cashier", "101");
  await press(user, "Save changes");
  await screen.findByText("Must be a rate from 0 to 100 with at most 2 decimals");
  await retype(user, "Largest discount of a cashier", "7.5");
  await press(user, "Save changes");
  await screen.findByText("Business settings updated successfully!");
  expect(fake.server.calls(SAVE)[0]?.body).toEqual({ discount_limit: "7.5" });
});

test("TILL-115, SELL-52: a manager does not see these settings", async () => {
  openTab("manager", [front]);
  await screen.findByRole("row", { name: /2 · Front counter/ });
  expect(screen.queryByLabelText("Days of selling")).toBeNull();
});
