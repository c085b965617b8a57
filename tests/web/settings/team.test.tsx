import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { pressIn } from "#tests/web/kit/hands.ts";
import { akosua, invited, kofi } from "#tests/web/kit/settings.ts";

const fake = serveEachTest();

const LIST = "GET /api/v1/staff";
const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);
const openTeam = (...next: (typeof akosua)[][]) => {
  fake.server.on(
    LIST,
    ...(next.length > 0 ? next : [[akosua, kofi, invited]]).map((people) => succeeds(people)),
  );
  return open("/app/team", "owner");
};

test("TEAM-01: is in the menu, and lists staff and invitations with role and status", async () => {
  openTeam();
  expect((await screen.findByRole("link", { name: "Team" })).getAttribute("href")).toBe(
    "/app/team",
  );
  const owner = await screen.findByRole("row", { name: /Akosua Mensah \(you\)/ });
  within(owner).getByText("Owner");
  within(owner).getByText(/Two-factor on/);
  const esi = screen.getByRole("row", { name: /esi@adom.example/ });
  within(esi).getByText("Manager");
  within(esi).getByText("Invited");
});

test("TEAM-01: shows an auditor's last day", async () => {
  openTeam([akosua, { ...kofi, role: "auditor", ends_on: "2026-12-31" }]);
  const row = await screen.findByRole("row", { name: /Kofi Asante/ });
  within(row).getByText("Auditor, until 31 Dec 2026");
});

const LINK = "/auth/accept-invitation?token=abc";
const URL_OF_LINK = `${location.origin}${LINK}`;
const made = succeeds({ id: invited.id, link: LINK });

test("TEAM-02: an invitation takes an email and a role, and appears in the list", async () => {
  const user = openTeam([akosua], [akosua, invited]);
  fake.server.on("POST /api/v1/staff", made);
  await user.click(await screen.findByRole("button", { name: "Invite" }));
  const dialog = await screen.findByRole("dialog", { name: "Invite to the team" });
  await pressIn(user, dialog, "Send invitation");
  await within(dialog).findByText("Email is required");
  await user.type(within(dialog).getByLabelText("Email"), "Esi@adom.example");
  await user.selectOptions(within(dialog).getByLabelText("Role"), "manager");
  await pressIn(user, dialog, "Send invitation");
  const sent = await screen.findByRole("dialog", { name: "Invitation sent" });
  await pressIn(user, sent, "Done");
  await screen.findByRole("row", { name: /esi@adom.example/ });
  expect(bodies("POST /api/v1/staff")).toEqual([{ email: "esi@adom.example", role: "manager" }]);
});

test("TEAM-08: the link of an invitation can be copied, and sent on WhatsApp", async () => {
  const user = openTeam([akosua, invited]);
  fake.server.on("POST /api/v1/staff/user-new/invitation", made);
  const name = `Resend the invitation to ${invited.email}`;
  await user.click(await screen.findByRole("button", { name }));
  const sent = await screen.findByRole("dialog", { name: "Invitation sent" });
  within(sent).getByText(
    `We emailed this link to ${invited.email}. You can also send it yourself.`,
  );
  expect(within(sent).getByLabelText("Link")).toHaveProperty("value", URL_OF_LINK);
  await pressIn(user, sent, "Copy link");
  await screen.findByText("Copied");
  expect(await navigator.clipboard.readText()).toBe(URL_OF_LINK);
  const text = `Join Adom Provisions, Osu on Tillbook. This link works once, for 7 days: ${URL_OF_LINK}`;
  expect(within(sent).getByRole("link", { name: "Send on WhatsApp" }).getAttribute("href")).toBe(
    `https://wa.me/?text=${encodeURIComponent(text)}`,
  );
});

test("TEAM-02: an auditor may be given a last day", async () => {
  const user = openTeam([akosua]);
  fake.server.on("POST /api/v1/staff", made);
  await user.click(await screen.findByRole("button", { name: "Invite" }));
  const dialog = await screen.findByRole("dialog", { name: "Invite to the team" });
  expect(within(dialog).queryByLabelText(/^Last day/)).toBeNull();
  await user.type(within(dialog).getByLabelText("Email"), "auditor@books.example");
  await user.selectOptions(within(dialog).getByLabelText("Role"), "auditor");
  await user.type(within(dialog).getByLabelText(/^Last day/), "2026-12-31");
  await pressIn(user, dialog, "Send invitation");
  await waitFor(() =>
    expect(bodies("POST /api/v1/staff")).toEqual([
      { email: "auditor@books.example", role: "auditor", ends_on: "2026-12-31" },
    ]),
  );
});

test("TEAM-06: a full plan says so in the dialog, which stays open", async () => {
  const user = openTeam([akosua]);
  const full = "Your plan does not allow more users. Upgrade to add more.";
  fake.server.on("POST /api/v1/staff", refuses(409, full, "plan-limit-reached"));
  await user.click(await screen.findByRole("button", { name: "Invite" }));
  const dialog = await screen.findByRole("dialog", { name: "Invite to the team" });
  await user.type(within(dialog).getByLabelText("Email"), "esi@adom.example");
  await pressIn(user, dialog, "Send invitation");
  await within(dialog).findByText(`Not saved. ${full}`);
});

test("TEAM-02: an invitation is resent, and cancelled after confirmation", async () => {
  const user = openTeam([akosua, invited], [akosua, invited], [akosua]);
  fake.server.on("POST /api/v1/staff/user-new/invitation", made);
  fake.server.on("DELETE /api/v1/staff/user-new", succeeds({ id: invited.id }));
  const name = `Resend the invitation to ${invited.email}`;
  await user.click(await screen.findByRole("button", { name }));
  await waitFor(() =>
    expect(fake.server.calls("POST /api/v1/staff/user-new/invitation")).toHaveLength(1),
  );
  await pressIn(user, await screen.findByRole("dialog", { name: "Invitation sent" }), "Done");
  await user.click(
    screen.getByRole("button", { name: `Cancel the invitation for ${invited.email}` }),
  );
  const question = await screen.findByRole("alertdialog");
  within(question).getByText("Their link will stop working.");
  await pressIn(user, question, "Cancel invitation");
  await waitFor(() => expect(screen.queryByText(invited.email)).toBeNull());
});

test("TEAM-03: a role change warns that it signs the person out, and is sent", async () => {
  const user = openTeam([akosua, kofi], [akosua, { ...kofi, role: "manager" }]);
  fake.server.on("PUT /api/v1/staff/user-kofi", succeeds({ id: kofi.id }));
  await user.click(await screen.findByRole("button", { name: "Change the role of Kofi Asante" }));
  const dialog = await screen.findByRole("dialog", { name: "Role of Kofi Asante" });
  within(dialog).getByText(/signed out now/);
  await user.selectOptions(within(dialog).getByLabelText("Role"), "manager");
  await pressIn(user, dialog, "Change role");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bodies("PUT /api/v1/staff/user-kofi")).toEqual([{ role: "manager" }]);
  await waitFor(() =>
    within(screen.getByRole("row", { name: /Kofi Asante/ })).getByText("Manager"),
  );
});

test("TEAM-05: the last owner can be neither changed nor removed", async () => {
  openTeam([akosua, kofi]);
  await screen.findByRole("button", { name: "Remove Kofi Asante" });
  expect(screen.queryByRole("button", { name: "Remove Akosua Mensah" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Change the role of Akosua Mensah" })).toBeNull();
});

test("TEAM-05: a person who has become the last owner stays, and the dialog says why", async () => {
  const user = openTeam([akosua, { ...kofi, role: "owner" }]);
  const last = "A business needs an owner. Make someone else an owner first.";
  fake.server.on("DELETE /api/v1/staff/user-owner", refuses(409, last, "last-owner"));
  await user.click(await screen.findByRole("button", { name: "Remove Akosua Mensah" }));
  const question = await screen.findByRole("alertdialog", { name: "Remove Akosua Mensah?" });
  await pressIn(user, question, "Remove");
  await within(question).findByText(`Not saved. ${last}`);
});

test("TEAM-07: a manager has no Team in the menu, and no access by URL", async () => {
  open("/app/team", "manager");
  await screen.findByRole("heading", { name: "You don't have access to this page" });
  expect(screen.queryByRole("link", { name: "Team" })).toBeNull();
  expect(fake.server.calls(LIST)).toEqual([]);
});
