import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { dashboard, signedInAs } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const LOGIN = "POST /auth/login.php";
const REGISTER = "POST /auth/register.php";
const TAKEN = "An account with this email already exists";

type User = ReturnType<typeof open>;

const type = async (user: User, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) {
    await user.type(await screen.findByLabelText(label), value);
  }
};
const press = async (user: User, name: string) =>
  user.click(await screen.findByRole("button", { name }));

const register = async () => {
  const user = open("/auth/register");
  await type(user, {
    "Business name": "Adom",
    "First name": "Akosua",
    "Last name": "Mensah",
    Email: "akosua@adom.example",
    Password: "correct horse",
    "Confirm password": "correct horse",
  });
  await press(user, "Create account");
  return user;
};
const registered = { success: true, ...signedInAs("owner") };

test("AUTH-04: the error of a sign-in is gone when the page is opened again", async () => {
  fake.server.on(LOGIN, refuses(401, "Invalid email or password"));
  const user = open("/auth/login");
  await type(user, { Email: "akosua@adom.example", Password: "wrong" });
  await press(user, "Sign in");
  await screen.findByText("Invalid email or password");
  await user.click(screen.getByRole("link", { name: "Create a business account" }));
  await user.click(await screen.findByRole("link", { name: "Sign in" }));
  await screen.findByRole("button", { name: "Sign in" });
  expect(screen.queryByText("Invalid email or password")).toBeNull();
});

test.each([
  ["the server's words", refuses(409, TAKEN, "email-taken"), TAKEN],
  ["words of its own where it says none", answers({ success: false }, 500), "Registration failed"],
])("AUTH-14: a registration that fails says %s", async (_, answer, words) => {
  fake.server.on(REGISTER, answer);
  await register();
  expect((await screen.findByRole("alert")).textContent).toContain(words);
  expect(location.pathname).toBe("/auth/register");
});

test("AUTH-13: a registration whose answer was lost is sent again under the same key", async () => {
  fake.server.on(REGISTER, breaks, answers(registered));
  fake.server.on("GET /api/dashboard.php", succeeds(dashboard()));
  const user = await register();
  await screen.findByText(/^No answer from the server/);
  await press(user, "Create account");
  await screen.findByRole("heading", { name: "Dashboard" });
  const [first, second] = fake.server
    .calls(REGISTER)
    .map(({ headers }) => headers.get("idempotency-key"));
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).toBe(first);
});
