import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { acceptedStaff, STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { authenticatorCode } from "#tests/kit/fakes/authenticator.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import {
  ADMIN_LOGIN,
  fillIn,
  heading,
  keptOf,
  LOGIN,
  newOwner,
  pathOf,
  PATIENCE,
  signIn,
  submit,
  WHOLE_SESSION,
} from "./sign-in-page.ts";

const WRONG = "Invalid email or password";
const BY_BUSINESS = "**/auth/login.php";
const BY_ADMIN = "**/auth/super-admin-login.php";
const CODE_STEP_MS = 30_000;
const Setup = z.object({ secret: z.string() });

describeWith(["postgres", "chromium"], "signing in with a browser", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
  });
  afterAll(() => app.close());

  const open = async (path: string, size = PHONE): Promise<Page> => {
    const { page } = await app.visit("guest", { size });
    await page.goto(app.url + path);
    return page;
  };
  const error = (page: Page) => page.getByRole("main").getByRole("alert");
  const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem("token") ?? "");
  const statusFor = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${app.url}/api/v1/account`, { headers })).status;
  };
  const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
  const logout = (page: Page) => page.getByRole("button", { name: "Logout" }).first().click();

  test("AUTH-01, AUTH-02: the page asks for email and password, shows the password, and leads on", async () => {
    const page = await open(LOGIN);
    await heading(page, "Sign in");
    await submit(page);
    await page.getByText("Email is required").waitFor();
    await page.getByText("Password is required").waitFor();
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("correct horse");
    expect(await password.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect.poll(() => password.getAttribute("type")).toBe("text");
    await link(page, "Forgot password?").click();
    await heading(page, "Forgot password");
    await page.goBack();
    await link(page, "Create a business account").click();
    await heading(page, "Create a business account");
  });

  test("AUTH-03, AUTH-04, AUTH-24: a failure is said the same way whatever was wrong, and is gone on the next visit", async () => {
    const { signed, typed } = await newOwner(app, "Suspended Stores");
    const as = await app.signedIn("admin");
    const path = `/api/super-admin.php/${signed.tenant.id}`;
    await app.api.ask("PUT", path, { as, body: { status: "suspended" } });
    const { email } = await app.credentialsOf("owner");
    const page = await open(LOGIN);
    const answers = new Set<string>();
    for (const wrong of [email, typed.email, "unknown@mail.example"]) {
      const answered = page.waitForResponse(BY_BUSINESS);
      await signIn(page, { email: wrong, password: "not the password" });
      const answer = await answered;
      await error(page).getByText(WRONG).waitFor();
      const { code, error: said } = z
        .object({ code: z.string(), error: z.string() })
        .parse(await answer.json());
      answers.add([answer.status(), code, said].join(" "));
      expect(pathOf(page)).toBe(LOGIN);
    }
    expect([...answers]).toEqual([expect.stringMatching(/^401 /)]);
    await link(page, "Create a business account").click();
    await link(page, "Sign in").click();
    await heading(page, "Sign in");
    expect(await page.getByText(WRONG).count()).toBe(0);

    await page.route(BY_BUSINESS, (route) => route.fulfill({ status: 500, json: {} }));
    await signIn(page, typed);
    await error(page).getByText("Login failed").waitFor();
    expect(await keptOf(page)).toEqual([]);
  });

  test("AUTH-05: each role begins where it works", async () => {
    const people = {
      owner: await app.signedIn("owner"),
      admin: await app.signedIn("admin"),
    };
    await app.signedIn("cashier");
    const join = (role: string) =>
      acceptedStaff(app.api, people, {
        email: `${role}@starts.example`,
        role,
        first_name: "Abena",
        last_name: "Owusu",
      });
    await join("stock_keeper");
    await join("accountant");
    const page = await open(LOGIN);
    for (const [email, path] of [
      ["yaw@adom.example", "/app/sell"],
      ["stock_keeper@starts.example", "/app/inventory"],
      ["accountant@starts.example", "/app/dashboard"],
    ] as const) {
      await page.goto(app.url + LOGIN);
      await signIn(page, { email, password: STAFF_PASSWORD });
      await page.waitForURL(`**${path}`, PATIENCE);
      await page.evaluate(() => localStorage.clear());
    }
  });

  test("AUTH-06, AUTH-07, AUTH-22: the session is kept under three keys until a 401, and the sign-in leads back", async () => {
    const { typed } = await newOwner(app, "Kept Session Stores");
    const page = await open("/app/customers?add=1", DESKTOP);
    await heading(page, "Sign in");
    expect(pathOf(page)).toBe(`${LOGIN}?returnTo=%2Fapp%2Fcustomers%3Fadd%3D1`);
    await signIn(page, typed);
    await page.getByRole("dialog", { name: "Add Customer" }).waitFor(PATIENCE);
    const stored = await page.evaluate(() => Object.keys(localStorage).toSorted());
    expect(stored).toEqual(WHOLE_SESSION);
    expect(await page.evaluate(() => document.cookie)).toBe("");

    // The next start of the browser with those three, and no sign-in.
    const storageState = await page.context().storageState();
    const later = await (await app.browser.newContext({ storageState })).newPage();
    await later.goto(`${app.url}/app/inventory`);
    await heading(later, "Inventory");

    const token = await tokenOf(later);
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() };
    await fetch(`${app.url}/api/v1/logout`, { method: "POST", headers });
    const logins: string[] = [];
    later.on("framenavigated", (frame) => {
      if (new URL(frame.url()).pathname === LOGIN) logins.push(frame.url());
    });
    await later.goto(`${app.url}/app/sales?payment=cash`);
    await heading(later, "Sign in");
    expect(await keptOf(later)).toEqual([]);
    await signIn(later, typed);
    await heading(later, "Sales");
    expect(pathOf(later)).toBe("/app/sales?payment=cash");
    expect(logins).toHaveLength(1);
    await later.context().close();
  });

  test("AUTH-08: a 401 of the sign-in itself is an error, and the session of a till's PIN goes on", async () => {
    const { page } = await app.visitAs((await newOwner(app, "Pin Stores")).signed, { size: PHONE });
    await page.goto(`${app.url}/health/live`);
    // As a till keeps a person who came in with a PIN.
    await page.evaluate(() => {
      const user: unknown = JSON.parse(localStorage.getItem("user") ?? "{}");
      localStorage.setItem("user", JSON.stringify(Object.assign({}, user, { only_sell: true })));
    });
    await page.goto(app.url + LOGIN);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    const answered = page.waitForResponse(BY_BUSINESS);
    await submit(page);
    expect((await answered).status()).toBe(401);
    await error(page).getByText(WRONG).waitFor();
    expect(await keptOf(page)).toEqual(WHOLE_SESSION);
    expect(await statusFor(await tokenOf(page))).toBe(200);
  });

  test("AUTH-09, AUTH-10: a return path never leads out of the app, and Logout ends the session here and on the server", async () => {
    const { typed } = await newOwner(app, "Return Stores");
    const page = await open(LOGIN);
    for (const outside of ["https://evil.example/", "//evil.example"]) {
      await page.goto(`${app.url}${LOGIN}?returnTo=${encodeURIComponent(outside)}`);
      await signIn(page, typed);
      await heading(page, "Dashboard");
      expect(page.url()).toBe(`${app.url}/app/dashboard`);
      const token = await tokenOf(page);
      await logout(page);
      await heading(page, "Sign in");
      expect([await keptOf(page), pathOf(page)]).toEqual([[], LOGIN]);
      expect(await statusFor(token)).toBe(401);
    }
    await signIn(page, typed);
    await heading(page, "Dashboard");
    await page.route("**/api/v1/logout", (route) => route.abort());
    await logout(page);
    await heading(page, "Sign in");
    expect(await keptOf(page)).toEqual([]);
  });

  test("AUTH-20, AUTH-21: the super admin has a page of their own, with its own words for failures", async () => {
    const admin = await app.credentialsOf("admin");
    const page = await open(ADMIN_LOGIN, DESKTOP);
    await heading(page, "Super admin");
    await signIn(page, await app.credentialsOf("owner"));
    await error(page).getByText(WRONG).waitFor();
    await page.getByLabel("Password", { exact: true }).press("End");
    await page.keyboard.type("x");
    await error(page).waitFor({ state: "detached" });
    for (const [answer, words] of [
      [{ status: 502, json: {} }, "HTTP error! status: 502"],
      [{ status: 200, json: { success: false } }, "Super admin login failed"],
    ] as const) {
      await page.route(BY_ADMIN, (route) => route.fulfill(answer), { times: 1 });
      await signIn(page, admin);
      await error(page).getByText(words).waitFor();
    }
    await page.route(BY_ADMIN, (route) => route.abort(), { times: 1 });
    await signIn(page, admin);
    await error(page).getByText("Network error. Please try again.").waitFor();
    await link(page, "Back to business sign in").click();
    await heading(page, "Sign in");
    await signIn(page, admin);
    await error(page).getByText(WRONG).waitFor();
    await page.goBack();
    await signIn(page, admin);
    await heading(page, "Super Admin Dashboard");
    expect(pathOf(page)).toBe("/app/super-admin");
  });

  test("AUTH-23: with two-factor on, the code of the app is asked for, and a wrong one opens nothing", async () => {
    const { signed: as, typed } = await newOwner(app, "Two Factor Stores");
    const body = { password: typed.password };
    const { secret } = Setup.parse(await app.api.ask("POST", "/api/v1/account/totp", { as, body }));
    const code = authenticatorCode(secret, Date.now());
    await app.api.ask("POST", "/api/v1/account/totp/confirm", { as, body: { code } });
    const page = await open(LOGIN);
    await signIn(page, typed);
    await heading(page, "Two-factor");
    await fillIn(page, { Code: "000000" });
    await submit(page);
    await error(page).getByText("This code is not right").waitFor();
    expect([await keptOf(page), pathOf(page)]).toEqual([[], LOGIN]);
    // That of the next half minute, because each is taken once.
    await fillIn(page, { Code: authenticatorCode(secret, Date.now() + CODE_STEP_MS) });
    await submit(page);
    await heading(page, "Dashboard");
    expect(await keptOf(page)).toEqual(WHOLE_SESSION);
  });
});
