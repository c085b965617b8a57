import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { fillIn, pressIn } from "#tests/web/kit/hands.ts";
import { account, akosua, kofi } from "#tests/web/kit/settings.ts";
import { queryClient } from "#web/app/query.ts";

const fake = serveEachTest();

const STAFF = "POST /api/v1/staff";
const LINK = "/auth/accept-invitation?token=abc&for=pin";
const URL_OF_LINK = `${location.origin}${LINK}`;
const made = succeeds({ id: "user-esi", link: LINK });
const esi = {
  ...kofi,
  id: "user-esi",
  first_name: "Esi",
  last_name: "Addo",
  email: "",
  phone: "024 811 4470",
  last_login_at: null,
};
const waiting = { ...esi, status: "invited" as const, expires_at: "2999-11-27T08:00:00Z" };

const openTeam = (...next: (typeof akosua)[][]) => {
  fake.server.on("GET /api/v1/staff", ...next.map((people) => succeeds(people)));
  return open("/app/team", "owner");
};

async function openForm(...next: (typeof akosua)[][]) {
  const user = openTeam(...next);
  await user.click(await screen.findByRole("button", { name: "Invite" }));
  const dialog = await screen.findByRole("dialog", { name: "Invite to the team" });
  await user.click(within(dialog).getByRole("radio", { name: "No email" }));
  return { user, dialog };
}

test("TEAM-20: a person without an email is invited by name, as a cashier", async () => {
  const { user, dialog } = await openForm([akosua], [akosua, waiting]);
  fake.server.on(STAFF, made);
  within(dialog).getByText(/^They join as a cashier and unlock the till with a PIN\./);
  expect(within(dialog).queryByLabelText("Role")).toBeNull();
  expect(within(dialog).queryByLabelText("Email")).toBeNull();
  await pressIn(user, dialog, "Create invitation");
  await within(dialog).findByText("First name is required");
  expect(fake.server.calls(STAFF)).toEqual([]);
  await fillIn(user, { "First name": " Esi ", "Last name (optional)": "Addo" }, dialog);
  await fillIn(user, { "Phone (optional)": "024 811 4470" }, dialog);
  await pressIn(user, dialog, "Create invitation");
  const link = await screen.findByRole("dialog", { name: "Link for Esi Addo" });
  within(link).getByText("Send this link to Esi Addo, who chooses a PIN with it.");
  expect(fake.server.calls(STAFF).map(({ body }) => body)).toEqual([
    { first_name: "Esi", last_name: "Addo", phone: "024 811 4470", role: "cashier" },
  ]);
  await pressIn(user, link, "Done");
  const row = await screen.findByRole("row", { name: /Esi Addo/ });
  within(row).getByText("No email · 024 811 4470");
  within(row).getByText("Invited");
});

test("TEAM-20: last name and phone may be missing", async () => {
  const { user, dialog } = await openForm([akosua]);
  fake.server.on(STAFF, made);
  await fillIn(user, { "First name": "Esi" }, dialog);
  await pressIn(user, dialog, "Create invitation");
  await screen.findByRole("dialog", { name: "Link for Esi" });
  expect(fake.server.calls(STAFF).map(({ body }) => body)).toEqual([
    { first_name: "Esi", role: "cashier" },
  ]);
});

test("TEAM-06: a full plan says so beside the name, which stays", async () => {
  const { user, dialog } = await openForm([akosua]);
  const full = "Your plan does not allow more users. Upgrade to add more.";
  fake.server.on(STAFF, refuses(409, full, "plan-limit-reached"));
  await fillIn(user, { "First name": "Esi" }, dialog);
  await pressIn(user, dialog, "Create invitation");
  await within(dialog).findByText(`Not saved. ${full}`);
  within(dialog).getByDisplayValue("Esi");
});

test("TEAM-21: the link is copied, or sent on WhatsApp to the person's phone", async () => {
  const user = openTeam([akosua, waiting]);
  fake.server.on("POST /api/v1/staff/user-esi/invitation", made);
  await user.click(await screen.findByRole("button", { name: "New link for Esi Addo" }));
  const link = await screen.findByRole("dialog", { name: "Link for Esi Addo" });
  expect(within(link).queryByText(/email/)).toBeNull();
  await pressIn(user, link, "Copy link");
  await screen.findByText("Copied");
  expect(await navigator.clipboard.readText()).toBe(URL_OF_LINK);
  const text = `Join Adom Provisions, Osu on Tillbook. This link works once, for 7 days: ${URL_OF_LINK}`;
  expect(within(link).getByRole("link", { name: "Send on WhatsApp" }).getAttribute("href")).toBe(
    `https://wa.me/233248114470?text=${encodeURIComponent(text)}`,
  );
});

test.each([
  [false, "/app/settings?tab=security"],
  [true, undefined],
])(
  "TEAM-30: an owner is asked to set a PIN of their own, if they have none (has one: %s)",
  async (hasPin, href) => {
    fake.server.on("GET /api/v1/account", succeeds(account({ has_pin: hasPin })));
    fake.server.on("POST /api/v1/staff/user-esi/invitation", made);
    const user = openTeam([akosua, waiting]);
    await user.click(await screen.findByRole("button", { name: "New link for Esi Addo" }));
    const link = await screen.findByRole("dialog", { name: "Link for Esi Addo" });
    await waitFor(() => expect(fake.server.calls("GET /api/v1/account")).not.toEqual([]));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const note = within(link).queryByRole("link", { name: "Set PIN" });
    expect(note?.getAttribute("href")).toBe(href);
  },
);

test("TEAM-21: their role cannot be changed, before and after they joined", async () => {
  openTeam([akosua, waiting, { ...esi, id: "user-efua", first_name: "Efua" }, kofi]);
  await screen.findByRole("button", { name: "Change the role of Kofi Asante" });
  for (const name of ["Esi", "Efua"]) {
    expect(screen.queryByRole("button", { name: `Change the role of ${name} Addo` })).toBeNull();
  }
  screen.getByRole("button", { name: "Cancel the invitation for Esi Addo" });
  screen.getByRole("button", { name: "Remove Efua Addo" });
});

test("TEAM-25: the owner makes a new PIN link for a person who has joined", async () => {
  const user = openTeam([akosua, esi, kofi]);
  fake.server.on("POST /api/v1/staff/user-esi/pin-link", made);
  const row = await screen.findByRole("row", { name: /Esi Addo/ });
  within(row).getByText("Unlocks the till with a PIN");
  expect(screen.queryByRole("button", { name: "New PIN link for Kofi Asante" })).toBeNull();
  await user.click(within(row).getByRole("button", { name: "New PIN link for Esi Addo" }));
  const link = await screen.findByRole("dialog", { name: "New PIN link for Esi Addo" });
  within(link).getByText(/The PIN stays as it is until they choose another one\.$/);
  expect(within(link).getByLabelText("Link")).toHaveProperty("value", URL_OF_LINK);
  const whatsApp = within(link).getByRole("link", { name: "Send on WhatsApp" });
  expect(decodeURIComponent(whatsApp.getAttribute("href") ?? "")).toContain(
    "Choose your new PIN for Adom Provisions, Osu on Tillbook.",
  );
});

test("TEAM-25: a link that cannot be made says why", async () => {
  const user = openTeam([akosua, esi]);
  const gone = "Staff member not found";
  fake.server.on("POST /api/v1/staff/user-esi/pin-link", refuses(404, gone, "staff-not-found"));
  await user.click(await screen.findByRole("button", { name: "New PIN link for Esi Addo" }));
  await waitFor(() => screen.getByText(`Not saved. ${gone}`));
  expect(screen.queryByRole("dialog")).toBeNull();
});
