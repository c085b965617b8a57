import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, hangs, refuses } from "#tests/web/kit/fake-server.ts";
import { signedInAs } from "#tests/web/kit/shop.ts";
import { session } from "#web/state/session.ts";

const fake = serveEachTest();

const PATH = "/auth/accept-invitation?token=secret-of-the-mail";
const ACCEPT = "POST /api/v1/auth/accept-invitation";
const LOG_OUT = "POST /api/v1/logout";
const WELCOME = "Welcome. Please sign in.";
const joined = answers({ success: true, message: WELCOME, data: { email: "yaw@adom.example" } });
const LOGIN = "POST /auth/login.php";
const USED_UP = "This link is no longer valid. Please ask for a new one.";

type Typed = { first?: string; password?: string; repeated?: string };

const join = async (typed: Typed = {}) => {
  const { first = "Yaw", password = "correct horse", repeated = password } = typed;
  const user = open(PATH);
  if (first !== "") await user.type(await screen.findByLabelText("First name"), first);
  await user.type(await screen.findByLabelText("Last name"), "Boateng");
  if (password !== "") await user.type(screen.getByLabelText("Password"), password);
  if (repeated !== "") await user.type(screen.getByLabelText("Confirm password"), repeated);
  await press(user);
  return user;
};

const press = async (user: ReturnType<typeof open>) =>
  user.click(await screen.findByRole("button", { name: "Join the shop" }));

const keysSent = () =>
  fake.server.calls(ACCEPT).map(({ headers }) => headers.get("idempotency-key"));

describe("an invitation", () => {
  test("has a page of its own, with a title", async () => {
    open(PATH);
    await screen.findByRole("heading", { name: "Accept the invitation" });
    expect(document.title).toBe("Accept the invitation · Tillbook");
  });

  test("asks for everything that is missing", async () => {
    const user = open(PATH);
    await press(user);
    await screen.findByText("First name is required");
    screen.getByText("Last name is required");
    screen.getByText("Password is required");
    screen.getByText("Please confirm your password");
    expect(document.activeElement).toBe(screen.getByLabelText("First name"));
    expect(fake.server.calls(ACCEPT)).toEqual([]);
  });

  test.each([
    [{ first: "   " }, "First name is required"],
    [{ password: "short" }, "Password must be at least 8 characters"],
    [{ repeated: "correct stable" }, "Passwords do not match"],
  ])("is not accepted with %j", async (typed, text) => {
    await join(typed);
    await screen.findByText(text);
    expect(fake.server.calls(ACCEPT)).toEqual([]);
  });

  test("AUTH-19: is accepted with the link's secret, signs in, and opens the page where the role works", async () => {
    fake.server.on(ACCEPT, joined);
    fake.server.on(LOGIN, answers({ success: true, ...signedInAs("stock_keeper") }));
    fake.server.on("GET /api/products.php", answers({ success: true, data: [] }));
    await join();
    await screen.findByRole("heading", { level: 1, name: "Inventory" });
    expect(fake.server.calls(LOGIN).map(({ body }) => body)).toEqual([
      { email: "yaw@adom.example", password: "correct horse" },
    ]);
    expect(session.get()?.user.role).toBe("stock_keeper");
    expect(location.pathname).toBe("/app/inventory");
  });

  test("AUTH-19: leads to the sign-in if that asks for more, or does not answer", async () => {
    fake.server.on(ACCEPT, joined);
    fake.server.on(LOGIN, refuses(401, "Enter the code", "totp-required"));
    await join({ first: " Yaw " });
    await screen.findByRole("heading", { name: "Sign in" });
    await screen.findByText(WELCOME);
    expect(location.pathname + location.search).toBe("/auth/login");
    expect(fake.server.calls(ACCEPT).map(({ body }) => body)).toEqual([
      {
        token: "secret-of-the-mail",
        first_name: "Yaw",
        last_name: "Boateng",
        password: "correct horse",
      },
    ]);
    expect(session.get()).toBeUndefined();
    expect(fake.server.calls(LOG_OUT)).toEqual([]);
  });

  test("is sent once while an answer is pending", async () => {
    fake.server.on(ACCEPT, hangs);
    const user = await join();
    await press(user);
    expect(fake.server.calls(ACCEPT)).toHaveLength(1);
  });

  test("AUTH-19: is sent again with the same key after a lost answer", async () => {
    fake.server.on(ACCEPT, breaks, joined);
    const user = await join();
    await screen.findByText("Couldn't accept the invitation");
    screen.getByText(/^No answer from the server/);
    screen.getByDisplayValue("Boateng");
    await press(user);
    await screen.findByRole("heading", { name: "Sign in" });
    const [first, second] = keysSent();
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).toBe(first);
  });

  test.each([
    [409, "email-taken", "An account with this email already exists"],
    [409, "plan-limit-reached", "Your plan does not allow more users. Upgrade to add more."],
    [429, "too-many-requests", "Too many requests. Please wait and try again."],
  ])("keeps what was typed when it is refused: %i %s", async (status, code, text) => {
    fake.server.on(ACCEPT, refuses(status, text, code));
    await join();
    await screen.findByText(text);
    screen.getByDisplayValue("Boateng");
  });

  test("says why a link no longer works, and removes the form", async () => {
    fake.server.on(ACCEPT, refuses(409, USED_UP, "link-invalid"));
    const user = await join();
    await screen.findByText(USED_UP);
    screen.getByText("Ask the shop that invited you for a new invitation.");
    expect(screen.queryByLabelText("Password")).toBeNull();
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    await screen.findByRole("heading", { name: "Sign in" });
  });

  test.each(["/auth/accept-invitation", "/auth/accept-invitation?token="] as const)(
    "needs the secret of the link: %s",
    async (path) => {
      open(path);
      await screen.findByText(/^This link is incomplete/);
      expect(screen.queryByLabelText("Password")).toBeNull();
    },
  );
});

describe("with another person signed in", () => {
  const joinBeside = async () => {
    const user = open(PATH, "owner");
    await screen.findByText(/^Akosua Mensah is signed in on this device/);
    await user.type(screen.getByLabelText("First name"), "Yaw");
    await user.type(screen.getByLabelText("Last name"), "Boateng");
    await user.type(screen.getByLabelText("Password"), "correct horse");
    await user.type(screen.getByLabelText("Confirm password"), "correct horse");
    await press(user);
  };

  test.each([
    ["hears of it", answers({ success: true })],
    ["does not", breaks],
  ])("their session ends here, and the server %s", async (_, answer) => {
    fake.server.on(ACCEPT, joined);
    fake.server.on(LOG_OUT, answer);
    await joinBeside();
    await screen.findByRole("heading", { name: "Sign in" });
    expect(session.get()).toBeUndefined();
    const [logOut] = fake.server.calls(LOG_OUT);
    expect(logOut?.headers.get("authorization")).toBe("Bearer token-of-owner");
  });

  test("it goes on when the invitation is refused", async () => {
    fake.server.on(ACCEPT, refuses(409, USED_UP, "link-invalid"));
    await joinBeside();
    await screen.findByText(USED_UP);
    await waitFor(() => expect(session.get()?.user.role).toBe("owner"));
    expect(fake.server.calls(LOG_OUT)).toEqual([]);
  });
});
