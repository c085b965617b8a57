import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { dashboard, signedInAs } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const LOGIN = "POST /auth/login.php";
const REGISTER = "POST /auth/register.php";
const SUPER_LOGIN = "POST /auth/super-admin-login.php";
const signedIn = answers({ success: true, ...signedInAs("owner") });

async function fillIn(user: ReturnType<typeof open>, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await user.type(await screen.findByLabelText(label), value);
  }
}

const credentials = { Email: "akosua@adom.example", Password: "correct horse" };
const alertText = async () => (await screen.findByRole("alert")).textContent;
const press = async (user: ReturnType<typeof open>, name: string) =>
  user.click(await screen.findByRole("button", { name }));

describe("signing in", () => {
  test("AUTH-02: asks for both fields before it asks the server", async () => {
    const user = open("/auth/login");
    await press(user, "Sign in");
    await screen.findByText("Email is required");
    screen.getByText("Password is required");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email")));
    expect(fake.server.calls(LOGIN)).toEqual([]);
  });

  test("AUTH-03: shows the server's text in the red box and stays", async () => {
    fake.server.on(LOGIN, refuses(401, "Invalid email or password"));
    const user = open("/auth/login");
    await fillIn(user, credentials);
    await press(user, "Sign in");
    expect(await alertText()).toContain("Invalid email or password");
    expect(location.pathname).toBe("/auth/login");
  });

  test("AUTH-03: falls back to its own text when the server has none", async () => {
    fake.server.on(LOGIN, answers({ success: false }, 500));
    const user = open("/auth/login");
    await fillIn(user, credentials);
    await press(user, "Sign in");
    await screen.findByText("Login failed");
  });

  test("says that there was no answer where there was none", async () => {
    fake.server.on(LOGIN, breaks);
    const user = open("/auth/login");
    await fillIn(user, credentials);
    await press(user, "Sign in");
    await screen.findByText("Login failed");
    screen.getByText(/^No answer from the server/);
  });

  test("AUTH-06: keeps token, user and tenant and goes to the dashboard", async () => {
    fake.server.on(LOGIN, signedIn);
    fake.server.on("GET /api/dashboard.php", succeeds(dashboard()));
    const user = open("/auth/login");
    await fillIn(user, credentials);
    await press(user, "Sign in");
    await screen.findByRole("heading", { name: "Dashboard" });
    expect(location.pathname).toBe("/app/dashboard");
    expect(localStorage.getItem("token")).toBe("token-of-owner");
    expect(localStorage.getItem("user")).toContain("Akosua");
    expect(localStorage.getItem("tenant")).toContain("Adom Provisions");
  });

  test("ignores a second press while waiting", async () => {
    fake.server.on(LOGIN, hangs);
    const user = open("/auth/login");
    await fillIn(user, credentials);
    await press(user, "Sign in");
    await press(user, "Sign in");
    await user.keyboard("{Enter}");
    expect(fake.server.calls(LOGIN)).toHaveLength(1);
  });

  test("AUTH-01: shows the password on request", async () => {
    const user = open("/auth/login");
    const password = await screen.findByLabelText("Password");
    expect(password.getAttribute("type")).toBe("password");
    await press(user, "Show password");
    expect(password.getAttribute("type")).toBe("text");
    expect(screen.getByRole("button", { name: "Show password", pressed: true })).toBeTruthy();
  });
});

describe("registering", () => {
  test("AUTH-11, STATE-18: has the specified text for each empty field", async () => {
    const user = open("/auth/register");
    await press(user, "Create account");
    for (const text of [
      "Business name is required",
      "First name is required",
      "Last name is required",
      "Email is required",
      "Password is required",
      "Please confirm your password",
    ]) {
      await screen.findByText(text);
    }
  });

  test("AUTH-12: refuses a short password, a malformed email and a different confirmation", async () => {
    const user = open("/auth/register");
    await fillIn(user, { Email: "akosua", Password: "seven77", "Confirm password": "seven78" });
    await press(user, "Create account");
    await screen.findByText("Invalid email address");
    screen.getByText("Password must be at least 8 characters");
    screen.getByText("Passwords do not match");
  });

  test("AUTH-13: does not send the confirmation password", async () => {
    fake.server.on(REGISTER, refuses(409, "An account with this email already exists"));
    const user = open("/auth/register");
    await fillIn(user, {
      "Business name": "Adom Provisions",
      "First name": "Akosua",
      "Last name": "Mensah",
      Email: "Akosua@Adom.example",
      Password: "correct horse",
      "Confirm password": "correct horse",
    });
    await press(user, "Create account");
    expect(await alertText()).toContain("An account with this email already exists");
    expect(fake.server.calls(REGISTER).map(({ body }) => body)).toEqual([
      {
        business_name: "Adom Provisions",
        first_name: "Akosua",
        last_name: "Mensah",
        email: "akosua@adom.example",
        password: "correct horse",
      },
    ]);
  });
});

describe("signing in as super admin", () => {
  const cases = [
    {
      name: "the server's words",
      answer: refuses(401, "Invalid email or password"),
      text: "Invalid email or password",
    },
    {
      name: "the status where it has none",
      answer: answers({}, 502),
      text: "HTTP error! status: 502",
    },
    {
      name: "its own words for a quiet no",
      answer: answers({ success: false }),
      text: "Super admin login failed",
    },
    {
      name: "the network's words where nothing came",
      answer: breaks,
      text: "Network error. Please try again.",
    },
  ];
  for (const { name, answer, text } of cases) {
    test(`AUTH-21: shows ${name}`, async () => {
      fake.server.on(SUPER_LOGIN, answer);
      const user = open("/auth/super-admin");
      await fillIn(user, credentials);
      await press(user, "Sign in");
      expect(await alertText()).toContain(text);
    });
  }

  test("AUTH-21: clears the error on input", async () => {
    fake.server.on(SUPER_LOGIN, refuses(401, "Invalid email or password"));
    const user = open("/auth/super-admin");
    await fillIn(user, credentials);
    await press(user, "Sign in");
    await screen.findByRole("alert");
    await user.type(screen.getByLabelText("Password"), "x");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("AUTH-20: leads to the platform's dashboard, and back", async () => {
    fake.server.on(SUPER_LOGIN, answers({ success: true, ...signedInAs("super_admin") }));
    fake.server.on("POST /api/v1/logout", succeeds({}));
    const user = open("/auth/super-admin");
    await fillIn(user, credentials);
    await press(user, "Sign in");
    await screen.findByRole("heading", { name: "Super Admin Dashboard" });
    expect(location.pathname).toBe("/app/super-admin");
    for (const logout of screen.getAllByRole("button", { name: "Logout" }).slice(0, 1)) {
      await user.click(logout);
    }
    await screen.findByRole("heading", { name: "Sign in" });
    expect(localStorage.getItem("token")).toBeNull();
  });
});
