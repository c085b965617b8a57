import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, refuses } from "#tests/web/kit/fake-server.ts";
import { fillIn, press } from "#tests/web/kit/hands.ts";
import { session } from "#web/state/session.ts";

const fake = serveEachTest();

const PATH = "/auth/accept-invitation?token=secret-of-the-link&for=pin";
const CHOOSE = "POST /api/v1/auth/choose-pin";
const chosen = answers({
  success: true,
  message: "PIN set",
  data: { first_name: "Esi", business: "Adom Provisions, Osu" },
});
const USED_UP = "This link is no longer valid. Please ask for a new one.";

async function choose(pin: string, repeated = pin, role?: string) {
  const user = open(PATH, role);
  await fillIn(user, { "New PIN": pin, "Repeat the PIN": repeated });
  await press(user, "Save PIN");
  return user;
}

test("TEAM-22: the link of a person without an email asks for a PIN, and for no password", async () => {
  open(PATH);
  await screen.findByRole("heading", { name: "Choose your PIN" });
  screen.getByText(/^4 to 6 digits\./);
  for (const label of ["First name", "Password", "Email"]) {
    expect(screen.queryByLabelText(label)).toBeNull();
  }
});

test("TEAM-22: after it the page says whose till the person unlocks, and opens no session", async () => {
  fake.server.on(CHOOSE, chosen);
  await choose("2580");
  await screen.findByText("Esi, unlock the till at Adom Provisions, Osu with your PIN.");
  screen.getByRole("heading", { name: "Your PIN is saved" });
  expect(screen.queryByLabelText("New PIN")).toBeNull();
  expect(fake.server.calls(CHOOSE).map(({ body }) => body)).toEqual([
    { token: "secret-of-the-link", pin: "2580" },
  ]);
  expect(session.get()).toBeUndefined();
});

test("TEAM-22: another person's session on this device goes on", async () => {
  fake.server.on(CHOOSE, chosen);
  await choose("2580", "2580", "owner");
  await screen.findByRole("heading", { name: "Your PIN is saved" });
  expect(session.get()?.user.role).toBe("owner");
});

test.for([
  ["1234", "1234", "This PIN is too easy to guess. Do not repeat digits or count up or down."],
  ["258", "258", "A PIN has 4 to 6 digits"],
  ["2580", "2581", "The two PINs differ"],
] as const)("TEAM-22: %s, repeated as %s, is not sent", async ([pin, repeated, text]) => {
  await choose(pin, repeated);
  await screen.findByText(text);
  expect(fake.server.calls(CHOOSE)).toEqual([]);
});

test("TEAM-22: a PIN whose answer was lost is sent again with the same key", async () => {
  fake.server.on(CHOOSE, breaks, chosen);
  const user = await choose("2580");
  await screen.findByText("Couldn't save the PIN");
  await press(user, "Save PIN");
  await screen.findByRole("heading", { name: "Your PIN is saved" });
  const [first, second] = fake.server
    .calls(CHOOSE)
    .map(({ headers }) => headers.get("idempotency-key"));
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).toBe(first);
});

test("TEAM-22: a link that was used says so, and removes the form", async () => {
  fake.server.on(CHOOSE, refuses(409, USED_UP, "link-invalid"));
  await choose("2580");
  await screen.findByText(USED_UP);
  screen.getByText("Ask the owner of the shop for a new link.");
  expect(screen.queryByLabelText("New PIN")).toBeNull();
  expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull();
});
