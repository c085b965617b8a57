import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, hangs, refuses } from "#tests/web/kit/fake-server.ts";
import { signedInAs } from "#tests/web/kit/shop.ts";
import { session } from "#web/state/session.ts";

const fake = serveEachTest();

const FORGOT = "POST /api/v1/auth/forgot-password";
const RESET = "POST /api/v1/auth/reset-password";
const SENT = "If an account with that email exists, we have sent a password reset link.";
const FAILED = "An error occurred. Please try again.";
const CHANGED = "Your password was changed. Please sign in.";

const press = async (user: ReturnType<typeof open>, name: string) =>
  user.click(await screen.findByRole("button", { name }));

describe("a forgotten password", () => {
  const ask = async (email: string) => {
    const user = open("/auth/forgot-password");
    if (email !== "") await user.type(await screen.findByLabelText("Email"), email);
    await press(user, "Send reset link");
    return user;
  };

  test("opens from the sign-in, and leads back", async () => {
    const user = open("/auth/login");
    await user.click(await screen.findByRole("link", { name: "Forgot password?" }));
    await screen.findByRole("heading", { name: "Forgot password" });
    expect(document.title).toBe("Forgot password · Tillbook");
    await user.click(screen.getByRole("link", { name: "Back to sign in" }));
    await screen.findByRole("heading", { name: "Sign in" });
  });

  test.each([
    ["", "Email is required"],
    ["akosua", "Invalid email address"],
  ])("needs an email: %j", async (email, text) => {
    await ask(email);
    await screen.findByText(text);
    expect(fake.server.calls(FORGOT)).toEqual([]);
  });

  test("AUTH-16: says the same whether or not the account exists", async () => {
    fake.server.on(FORGOT, answers({ success: true, message: "another text" }));
    await ask(" Akosua@adom.example ");
    const said = await screen.findByText(SENT);
    expect(document.activeElement).toBe(said.closest("output"));
    expect(screen.queryByLabelText("Email")).toBeNull();
    expect(fake.server.calls(FORGOT)[0]?.body).toEqual({ email: "akosua@adom.example" });
  });

  test.each([
    ["there is no answer", breaks, /^No answer from the server/],
    ["one asked too often", refuses(429, "Too many requests"), /^Too many requests$/],
  ])("AUTH-17: keeps what was typed when %s", async (_, answer, more) => {
    fake.server.on(FORGOT, answer);
    await ask("akosua@adom.example");
    await screen.findByText(FAILED);
    screen.getByText(more);
    screen.getByDisplayValue("akosua@adom.example");
  });

  test("is requested once while an answer is pending", async () => {
    fake.server.on(FORGOT, hangs);
    const user = await ask("akosua@adom.example");
    await press(user, "Send reset link");
    expect(fake.server.calls(FORGOT)).toHaveLength(1);
  });
});

describe("setting a new password", () => {
  const PATH = "/auth/reset-password?token=secret-of-the-mail";
  const set = async (password: string, repeated: string, role?: string) => {
    const user = open(PATH, role);
    await user.type(await screen.findByLabelText("New password"), password);
    await user.type(screen.getByLabelText("Confirm password"), repeated);
    await press(user, "Set password");
    return user;
  };

  test.each([
    ["short", "short", "Password must be at least 8 characters"],
    ["correct horse", "correct stable", "Passwords do not match"],
  ])("asks for %j and %j again", async (password, repeated, text) => {
    await set(password, repeated);
    await screen.findByText(text);
    expect(fake.server.calls(RESET)).toEqual([]);
  });

  test("sends the link's secret, and leads to the sign-in", async () => {
    fake.server.on(RESET, answers({ success: true, message: CHANGED }));
    const user = await set("correct horse", "correct horse");
    await screen.findByText(CHANGED);
    expect(fake.server.calls(RESET)[0]?.body).toEqual({
      token: "secret-of-the-mail",
      password: "correct horse",
    });
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    await screen.findByLabelText("Email");
  });

  test("ends a session kept on this device", async () => {
    fake.server.on(RESET, answers({ success: true, message: CHANGED }));
    session.start(signedInAs("owner"));
    await set("correct horse", "correct horse", "owner");
    await screen.findByText(CHANGED);
    expect(session.get()).toBeUndefined();
    const [logOut] = fake.server.calls("POST /api/v1/logout");
    expect(logOut?.headers.get("authorization")).toBe("Bearer token-of-owner");
  });

  test("AUTH-18: is sent again with the same key after a lost answer", async () => {
    fake.server.on(RESET, breaks, answers({ success: true, message: CHANGED }));
    const user = await set("correct horse", "correct horse");
    await screen.findByText(/^No answer from the server/);
    await press(user, "Set password");
    await screen.findByText(CHANGED);
    const [first, second] = fake.server
      .calls(RESET)
      .map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).toBe(first);
  });

  test("AUTH-18: warns that the new password is common", async () => {
    const warning = "This password is easily guessed.";
    fake.server.on(RESET, answers({ success: true, message: CHANGED, warning }));
    await set("password1", "password1");
    await screen.findByText(CHANGED);
    screen.getByText(warning);
  });

  test("AUTH-18: says why a link no longer works, and offers a new one", async () => {
    fake.server.on(RESET, refuses(409, "This link is no longer valid", "link-invalid"));
    await set("correct horse", "correct horse");
    await screen.findByText("This link is no longer valid");
    screen.getByRole("link", { name: "Request a new link" });
  });

  test("needs the secret of the link", async () => {
    open("/auth/reset-password");
    await screen.findByText(/^This link is incomplete/);
    await waitFor(() => expect(screen.queryByLabelText("New password")).toBeNull());
  });
});
