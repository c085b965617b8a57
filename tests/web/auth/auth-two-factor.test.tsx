import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest, type Address } from "#tests/web/kit/app.tsx";
import { answers, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { fillIn, press } from "#tests/web/kit/hands.ts";
import { dashboard, signedInAs } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const LOGIN = "POST /auth/login.php";
const SUPER_LOGIN = "POST /auth/super-admin-login.php";
const signedIn = answers({ success: true, ...signedInAs("owner") });
const credentials = { Email: "akosua@adom.example", Password: "correct horse" };
const alertText = async () => (await screen.findByRole("alert")).textContent;

describe("the second step of signing in", () => {
  const asked = refuses(401, "Enter the code of your authenticator app.", "totp-required");
  const wrong = refuses(401, "This code is not right. Wait for the next one.", "totp-wrong");

  const toSecondStep = async (door: string, path: Address) => {
    fake.server.on(door, asked, wrong, signedIn);
    fake.server.on("GET /api/dashboard.php", succeeds(dashboard()));
    const user = open(path);
    await fillIn(user, credentials);
    await press(user, "Sign in");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Code")));
    return user;
  };

  test("AUTH-23: asks for the code, says where it is wrong and opens with the right one", async () => {
    const user = await toSecondStep(LOGIN, "/auth/login");
    expect(screen.queryByRole("alert")).toBeNull();
    await press(user, "Sign in");
    await waitFor(() =>
      expect(screen.getByLabelText("Code").getAttribute("aria-invalid")).toBe("true"),
    );
    await fillIn(user, { Code: "000000" });
    await press(user, "Sign in");
    expect(await alertText()).toContain("This code is not right. Wait for the next one.");
    expect(localStorage.getItem("token")).toBeNull();
    await press(user, "Sign in");
    await screen.findByRole("heading", { name: "Dashboard" });
    const [, ...tried] = fake.server.calls(LOGIN).map(({ body }) => body);
    const full = { email: "akosua@adom.example", password: "correct horse", totp: "000000" };
    expect(tried).toEqual([full, full]);
  });

  test("AUTH-23: is asked for at the super-admin sign-in too, and leads back", async () => {
    const user = await toSecondStep(SUPER_LOGIN, "/auth/super-admin");
    await press(user, "Back");
    await screen.findByRole("heading", { name: "Super admin" });
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  });

  test("AUTH-21: clears a code error on input at the super-admin sign-in", async () => {
    const user = await toSecondStep(SUPER_LOGIN, "/auth/super-admin");
    await fillIn(user, { Code: "000000" });
    await press(user, "Sign in");
    await screen.findByRole("alert");
    await fillIn(user, { Code: "1" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("AUTH-23: typing during a sign-in does not discard its answer", async () => {
    const answer = Promise.withResolvers<Response>();
    fake.server.on(SUPER_LOGIN, () => answer.promise);
    const user = open("/auth/super-admin");
    await fillIn(user, credentials);
    await press(user, "Sign in");
    await user.type(screen.getByLabelText("Password"), "x");
    const code = "totp-required";
    const refusal = { success: false, error: "Enter the code", code, request_id: "r-1" };
    answer.resolve(Response.json(refusal, { status: 401 }));
    await screen.findByLabelText("Code");
  });

  test("AUTH-26: a session limited to setup opens nothing else", async () => {
    const setup = { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Tillbook:a?secret=JBSW" };
    fake.server.on(
      LOGIN,
      answers({ success: true, ...signedInAs("owner"), two_factor_setup: "required" }),
    );
    fake.server.on("POST /api/v1/account/totp", succeeds(setup));
    fake.server.on("POST /api/v1/account/totp/confirm", succeeds({ recovery_codes: ["0abc"] }));
    fake.server.on("GET /api/dashboard.php", succeeds(dashboard()));
    const user = open("/auth/login?returnTo=%2Fapp%2Fproducts");
    await fillIn(user, credentials);
    await press(user, "Sign in");
    await screen.findByRole("heading", { name: "Set up two-factor" });
    expect(fake.server.calls("GET /api/products.php")).toEqual([]);
    await fillIn(user, { "Current password": "correct horse" });
    await press(user, "Continue");
    await fillIn(user, { Code: "123456" });
    await press(user, "Turn on");
    await screen.findByText("0abc");
    await press(user, "I've saved them");
    await screen.findByRole("heading", { name: "Dashboard" });
    expect(localStorage.getItem("user")).not.toContain("only_setup");
  });
});
