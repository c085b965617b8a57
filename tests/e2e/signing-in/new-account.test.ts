import { randomUUID } from "node:crypto";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import {
  fillIn,
  heading,
  keptOf,
  LOGIN,
  mailedPath,
  newOwner,
  pathOf,
  PATIENCE,
  signIn,
  submit,
  WHOLE_SESSION,
} from "./sign-in-page.ts";

const REGISTER = "/auth/register";
const FORGOT = "/auth/forgot-password";
const BY_REGISTRATION = "**/auth/register.php";
const SENT = "If an account with that email exists, we have sent a password reset link.";
const TRIAL_DAYS = 14;
const NEW_PASSWORD = "wrong donkey capacitor";
const GUESSED = "That's a common password. Choose a stronger one.";
const IS_NAME = "That's the name of your business. Choose a stronger password.";
const USED = "This link is no longer valid";

describeWith(["postgres", "chromium"], "a new account in a browser", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
  });
  afterAll(() => app.close());

  const open = async (path: string, size = DESKTOP): Promise<Page> => {
    const { page } = await app.visit("guest", { size });
    await page.goto(app.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
    return page;
  };
  const error = (page: Page) => page.getByRole("main").getByRole("alert");
  const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
  const typedBy = (email: string, business: string) => ({
    "Business name": business,
    "First name": "Adwoa",
    "Last name": "Sarpong",
    Email: email,
    Password: STAFF_PASSWORD,
    "Confirm password": STAFF_PASSWORD,
  });
  const mailed = async (email: string): Promise<string> => {
    let path = "";
    await expect.poll(async () => (path = await mailedPath(app, email)), PATIENCE).not.toBe("");
    return path;
  };

  test("AUTH-11, AUTH-12, AUTH-27, STATE-18: registration says what is wrong, first at the first field", async () => {
    const page = await open(REGISTER, PHONE);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.method()));
    await submit(page);
    for (const text of [
      "Business name is required",
      "First name is required",
      "Last name is required",
      "Email is required",
      "Password is required",
      "Please confirm your password",
    ]) {
      await page.getByText(text).waitFor();
    }
    const first = page.getByLabel("Business name");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
    await expect.poll(focused).toBe("business_name");
    // A screen reader reads the error with the field that has the focus.
    const noteId = (await first.getAttribute("aria-describedby")) ?? "";
    expect(await page.locator(`[id="${noteId}"]`).innerText()).toBe("Business name is required");
    expect(await first.getAttribute("aria-invalid")).toBe("true");

    await fillIn(page, typedBy("adwoa", "Sarpong Cold Store"));
    await fillIn(page, { Password: "seven77", "Confirm password": "seven78" });
    await submit(page);
    await page.getByText("Invalid email address").waitFor();
    await page.getByText("Password must be at least 8 characters").waitFor();
    await page.getByText("Passwords do not match").waitFor();
    await expect.poll(focused).toBe("email");

    await fillIn(page, { Password: "password1" });
    await page.getByText(GUESSED).waitFor();
    await fillIn(page, { Password: "sarpong cold STORE" });
    await page.getByText(IS_NAME).waitFor();
    expect(sent).not.toContain("POST");
  });

  test("AUTH-13, AUTH-14, AUTH-15, AUTH-27: a shop is registered, even with a common password, and begins its trial", async () => {
    const email = `${randomUUID()}@trial.example`;
    const page = await open(REGISTER);
    await fillIn(page, typedBy(email, "Sarpong Trial Store"));
    await page.route(BY_REGISTRATION, (route) => route.fulfill({ status: 500, json: {} }), {
      times: 1,
    });
    await submit(page);
    await error(page).getByText("Registration failed").waitFor();
    expect(pathOf(page)).toBe(REGISTER);

    await fillIn(page, { Password: "password1", "Confirm password": "password1" });
    await page.getByText(GUESSED).waitFor();
    const asked = page.waitForRequest(BY_REGISTRATION);
    await submit(page);
    expect((await asked).postDataJSON()).toEqual({
      business_name: "Sarpong Trial Store",
      first_name: "Adwoa",
      last_name: "Sarpong",
      email,
      password: "password1",
    });
    await heading(page, "Dashboard");
    expect(pathOf(page)).toBe("/app/dashboard");
    await page.getByRole("complementary").getByText("Owner").waitFor();
    await page.getByRole("banner").getByText("Sarpong Trial Store").waitFor();
    await page.goto(`${app.url}/app/settings?tab=payments`);
    const ends = new Date(Date.now() + TRIAL_DAYS * 86_400_000);
    const day = ends.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
    await page.getByText("Trial of Pro until").waitFor(PATIENCE);
    await page.getByText(new RegExp(`^${day}`)).waitFor();

    const again = await open(REGISTER);
    await fillIn(again, typedBy(email, "Another Store"));
    const refused = again.waitForResponse(BY_REGISTRATION);
    await submit(again);
    expect((await refused).status()).toBe(409);
    await error(again).getByText("An account with this email already exists").waitFor();
    expect(await keptOf(again)).toEqual([]);
  });

  test("AUTH-16, AUTH-17: a forgotten password is answered alike for every email, and says if nothing got through", async () => {
    const { typed } = await newOwner(app, "Forgetful Stores");
    const page = await open(FORGOT, PHONE);
    await page.route("**/forgot-password", (route) => route.abort(), { times: 1 });
    await fillIn(page, { Email: typed.email });
    await submit(page);
    await error(page).getByText("An error occurred. Please try again.").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(typed.email);
    await submit(page);
    await page.getByText(SENT).waitFor();
    const shown = await page.getByRole("main").innerText();
    await page.goto(app.url + FORGOT);
    await fillIn(page, { Email: "unknown@mail.example" });
    await submit(page);
    await page.getByText(SENT).waitFor();
    expect(await page.getByRole("main").innerText()).toBe(shown);
    await mailed(typed.email);
    expect(await mailedPath(app, "unknown@mail.example")).toBe("");
  });

  test("AUTH-18: a reset link sets the password once, ends every session and signs no one in", async () => {
    const { signed, typed } = await newOwner(app, "Reset Stores");
    const { page: elsewhere } = await app.visitAs(signed, { size: PHONE });
    await elsewhere.goto(`${app.url}/app/products`);
    await heading(elsewhere, "Products");
    await app.api.ask("POST", "/api/v1/auth/forgot-password", { body: { email: typed.email } });
    const page = await open(await mailed(typed.email));
    const used = page.url();
    await fillIn(page, { "New password": NEW_PASSWORD, "Confirm password": NEW_PASSWORD });
    await submit(page);
    await page.getByText("Your password was changed. Please sign in.").waitFor();
    expect(await keptOf(page)).toEqual([]);
    await elsewhere.goto(`${app.url}/app/customers`);
    await heading(elsewhere, "Sign in");

    await page.goto(used);
    await fillIn(page, { "New password": typed.password, "Confirm password": typed.password });
    await submit(page);
    await error(page).getByText(USED).waitFor();
    await link(page, "Request a new link").click();
    await heading(page, "Forgot password");
    await page.goto(app.url + LOGIN);
    await signIn(page, { ...typed, password: NEW_PASSWORD });
    await heading(page, "Dashboard");
  });

  test("AUTH-19: an invitation asks for names and a password, works once and signs in, or leads to the sign-in", async () => {
    const as = await app.signedIn("owner");
    const invite = async (email: string): Promise<string> => {
      await app.api.ask("POST", "/api/v1/staff", { as, body: { email, role: "stock_keeper" } });
      return mailed(email);
    };
    const join = async (page: Page): Promise<void> => {
      await fillIn(page, {
        "First name": "Kojo",
        "Last name": "Antwi",
        Password: STAFF_PASSWORD,
        "Confirm password": STAFF_PASSWORD,
      });
      await submit(page);
    };
    const path = await invite("kojo@joins.example");
    const page = await open(path, PHONE);
    await heading(page, "Accept the invitation");
    await submit(page);
    await page.getByText("First name is required").waitFor();
    await page.getByText("Password is required").waitFor();
    await join(page);
    await heading(page, "Inventory");
    expect(pathOf(page)).toBe("/app/inventory");
    expect(await keptOf(page)).toEqual(WHOLE_SESSION);

    const again = await open(path, PHONE);
    await join(again);
    await error(again).getByText(USED).waitFor();
    expect(await again.getByLabel("First name").count()).toBe(0);

    const needsCode = { success: false, error: "Enter the code", code: "totp-required" };
    const other = await open(await invite("ekow@joins.example"), PHONE);
    await other.route("**/auth/login.php", (route) =>
      route.fulfill({ status: 401, json: { ...needsCode, request_id: "r-1" } }),
    );
    await join(other);
    await heading(other, "Sign in");
    await other.getByText("Welcome. Please sign in.", { exact: true }).waitFor();
    expect(await keptOf(other)).toEqual([]);
  });
});
