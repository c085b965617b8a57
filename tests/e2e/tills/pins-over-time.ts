import { randomUUID } from "node:crypto";

import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { type Counter, MILK, PATIENCE } from "#tests/e2e/sell/counter.ts";
import { mailedPath } from "#tests/e2e/signing-in/sign-in-page.ts";
import { DESKTOP, type OpenedPage } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import {
  approving,
  button,
  chooseApprover,
  enterPin,
  heading,
  lock,
  openNotices,
  OWNER_PIN,
  press,
  sells,
  typePrice,
  unlock,
} from "#tests/kit/browser/shared-till.ts";
import type { Clock } from "#tests/kit/product/ahead.ts";

import { statusesOf, tryPin } from "./pin-steps.ts";

const KOFI_PIN = "6058";
const KOFI_NEXT_PIN = "7169";
const WRONG_PIN = "7391";
const MOMENT_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TOO_MANY = /^Too many wrong tries\. Wait /;
/** There is no such approval: 404 while the session is open, then 401. */
const NOTHING = `/api/v1/approvals/${randomUUID()}`;

/** A shop whose owner Esi and cashier Yaw have a PIN, and whose manager Abla has none. */
export type PinShop = Readonly<{
  counter: Counter;
  clock: Clock;
  yaw: Signed;
  abla: Signed;
  yawPin: string;
  setPin: (as: Signed, pin: string) => Promise<unknown>;
  /** Of the owner, with the password. */
  newSession: () => Promise<Signed>;
  /** A till on which the owner is signed in with the password, and which can be locked. */
  openShared: () => Promise<OpenedPage>;
}>;

/** Waits until the server has ended the session of this page, and the till has locked. */
export async function sessionEnds(page: Page): Promise<void> {
  await expect.poll(() => statusesOf(page, [NOTHING]), PATIENCE).toEqual([401]);
  await page.reload();
  await heading(page, "Who is selling?").waitFor(PATIENCE);
}

export function testChangedPins(shop: () => PinShop): void {
  test("PIN-04, PIN-06: a password reset, a promotion and a removal remove the PIN, a new one ends what the one before opened, and each refusal is the same", async () => {
    const { counter, openShared, setPin } = shop();
    const { api } = counter.app;
    let kofi = await counter.join("Kofi", "cashier");
    const { email } = kofi.user;
    const staff = `/api/v1/staff/${kofi.user.id}`;
    const again = async (pin: string) => {
      kofi = await api.signIn("/auth/login.php", { email, password: STAFF_PASSWORD });
      await setPin(kofi, pin);
    };
    await setPin(kofi, KOFI_PIN);
    const { page, context } = await openShared();
    await lock(page);
    const refusals: string[] = [];
    const isRefused = async (person: string, pin: string): Promise<void> => {
      await press(page, new RegExp(person));
      await heading(page, person).waitFor();
      refusals.push(await tryPin(page, pin, { says: "Wrong PIN." }));
      await press(page, "Someone else");
    };
    await isRefused("Abla Annan", WRONG_PIN);
    await api.ask("POST", "/api/v1/auth/forgot-password", { body: { email } });
    const link = async () => new URL(await mailedPath(counter.app, email), counter.app.url);
    await expect.poll(async () => (await link()).pathname, PATIENCE).toMatch(/reset/);
    const token = (await link()).searchParams.get("token");
    const reset = { token, password: STAFF_PASSWORD };
    await api.ask("POST", "/api/v1/auth/reset-password", { body: reset });
    await isRefused("Kofi Annan", KOFI_PIN);

    await again(KOFI_PIN);
    await unlock(page, "Kofi Annan", KOFI_PIN);
    await sells(page, "Kofi");
    await setPin(kofi, KOFI_NEXT_PIN);
    await sessionEnds(page);
    await isRefused("Kofi Annan", KOFI_PIN);
    await unlock(page, "Kofi Annan", KOFI_NEXT_PIN);
    await sells(page, "Kofi");
    await lock(page);

    // The till does not hear who left and who has another role now.
    await page.route("**/api/v1/till/changes**", (route) => route.abort());
    await counter.ask("PUT", staff, { role: "manager" });
    await isRefused("Kofi Annan", KOFI_NEXT_PIN);
    await counter.ask("PUT", staff, { role: "cashier" });
    await again(KOFI_PIN);
    await counter.ask("PUT", staff, { role: "stock_keeper" });
    await isRefused("Kofi Annan", KOFI_PIN);
    await counter.ask("DELETE", staff, {});
    await isRefused("Kofi Annan", KOFI_PIN);
    expect(new Set(refusals).size, refusals.join("\n")).toBe(1);

    kofi = await counter.join("Kofi", "cashier");
    const { page: own, context: ownContext } = await counter.app.visitAs(kofi, { size: DESKTOP });
    await own.goto(`${counter.app.url}/app/settings?tab=security`);
    await own.getByText("You have no PIN yet.").waitFor(PATIENCE);
    await ownContext.close();
    await context.close();
  });
}

export function testAskedApprovals(shop: () => PinShop): void {
  test("PIN-12, PIN-13: the approver has a notification, answers once within 2 minutes from a session of their own, and no one else sees it", async () => {
    const { counter, clock, openShared, yaw, abla, yawPin } = shop();
    const { app } = counter;
    const { page, context } = await openShared();
    await lock(page);
    await unlock(page, "Yaw Annan", yawPin);
    await sells(page, "Yaw");
    await press(page, MILK);
    await typePrice(page, "9", "Counter milk");
    await chooseApprover(page, "Esi");
    const phone = await app.visitAs(counter.owner, { size: DESKTOP });
    const known: string[] = [];
    /** Opens the question of the new notification, and returns its id. */
    const opened = async (): Promise<string> => {
      await openNotices(phone.page, app.url);
      const others = known.map((id) => `:not([href*="${id}"])`).join("");
      const link = phone.page.locator(`a[href*="approval="]${others}`);
      // Not pressed: the list moves when the notification arrives.
      const to = new URL((await link.getAttribute("href", PATIENCE)) ?? "", app.url);
      await phone.page.goto(to.href);
      const id = to.searchParams.get("approval") ?? "";
      known.push(id);
      return id;
    };
    const says = (on: Page, text: string | RegExp) => on.getByText(text).first().waitFor(PATIENCE);
    const isOver = async (id: string, text: string): Promise<void> => {
      await phone.page.goto(`${app.url}/app/dashboard?approval=${id}`);
      await says(phone.page, text);
    };
    await press(page, "Ask on their phone");
    await says(page, /^Waiting for Esi Quaye/);
    const first = await opened();
    await says(phone.page, /^Allow Yaw Annan to sell Counter milk at /);
    const other = await app.visitAs(abla, { size: DESKTOP });
    await other.page.goto(`${app.url}/app/dashboard?approval=${first}`);
    await says(other.page, "Couldn't load this approval");
    await other.context.close();
    await app.api.ask("GET", `/api/v1/approvals/${first}`, { as: yaw });
    await press(phone.page, "Refuse");
    await says(page, "Esi Quaye refused.");
    await isOver(first, "This is refused already.");

    await press(page, "Ask on their phone");
    const second = await opened();
    await press(phone.page, "Allow");
    await approving(page).waitFor({ state: "detached", ...PATIENCE });
    await isOver(second, "This is allowed already.");

    await typePrice(page, "8", "Counter milk");
    await chooseApprover(page, "Esi");
    await press(page, "Ask on their phone");
    const third = await opened();
    await says(phone.page, /^Allow Yaw Annan to sell Counter milk at /);
    await clock.forward(app.url, 2 * MINUTE_MS + 1_000);
    await press(phone.page, "Allow");
    await says(page, "No answer from Esi Quaye. Ask again.");
    await isOver(third, "This was not answered in time.");
    await clock.forward(app.url, -2 * MINUTE_MS - 1_000);
    await phone.context.close();

    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await lock(page);
    await unlock(page, "Esi Quaye", OWNER_PIN);
    await sells(page, "Esi");
    expect(await allowFrom(page, third)).toBe(403);
    await context.close();
  });
}

/** Allows it with the session of this page. */
const allowFrom = (page: Page, id: string): Promise<number> =>
  page.evaluate(async (approval) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem("token")}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    };
    const init = { method: "POST", headers, body: JSON.stringify({ allow: true }) };
    return (await fetch(`/api/v1/approvals/${approval}`, init)).status;
  }, id);

export function testLockedPins(shop: () => PinShop): void {
  test("PIN-05, PIN-06, PIN-07, PIN-11: five wrong PINs in a row lock it for 1, 5 and 15 minutes at every till, at its lock and for approvals, and over a restart", async () => {
    const { counter, clock, newSession, openShared, yawPin } = shop();
    const { api } = counter.app;
    const forward = (ms: number) => clock.forward(counter.app.url, ms);
    const [first, other] = [await openShared(), await openShared()];
    const { page } = other;
    await lock(page);
    await unlock(page, "Yaw Annan", yawPin);
    await sells(page, "Yaw");
    await press(page, MILK);
    await typePrice(page, "9", "Counter milk");
    await button(page, /^Esi Quaye/).waitFor();
    await button(page, /^Abla Annan/).waitFor();
    expect(await approving(page).getByRole("button", { name: /^Yaw/ }).count()).toBe(0);
    const approve = (says: string | RegExp) => tryPin(page, WRONG_PIN, { end: "Approve", says });
    const atLock = async (pin: string, says: string | RegExp): Promise<void> => {
      await press(first.page, /Esi Quaye/);
      await heading(first.page, "Esi Quaye").waitFor();
      await tryPin(first.page, pin, { says });
      await press(first.page, "Someone else");
    };
    await lock(first.page);
    await atLock(WRONG_PIN, "Wrong PIN.");
    await atLock(WRONG_PIN, "Wrong PIN.");
    await chooseApprover(page, "Esi");
    await approve("Wrong PIN.");
    await approve("Wrong PIN.");
    await approve(/^Too many wrong tries\. Wait (60|5\d) s\.$/);
    await counter.app.restart();
    await atLock(OWNER_PIN, TOO_MANY);
    await forward(MINUTE_MS + 1_000);
    await atLock(WRONG_PIN, "Too many wrong tries. Wait 5 min.");
    await forward(4 * MINUTE_MS);
    await atLock(OWNER_PIN, TOO_MANY);
    for (const minutes of [1, 15]) {
      await forward(minutes * MINUTE_MS + 1_000);
      await atLock(WRONG_PIN, "Too many wrong tries. Wait 15 min.");
    }
    await forward(15 * MINUTE_MS + 1_000);
    await press(page, "Someone else");
    await chooseApprover(page, "Esi");
    await enterPin(page, OWNER_PIN, "Approve");
    await approving(page).waitFor({ state: "detached", ...PATIENCE });
    const number = /\d+/.exec(await page.getByText(/^Till \d+, /).innerText())?.[0] ?? "";
    await counter.ask("DELETE", `/api/v1/tills/${number}`, { reason: "lost" });
    await sessionEnds(page);
    await other.context.close();
    for (let tries = 1; tries <= 4; tries += 1) await atLock(WRONG_PIN, "Wrong PIN.");
    await forward(24 * HOUR_MS + 1_000);
    await atLock(WRONG_PIN, "Wrong PIN.");
    await unlock(first.page, "Esi Quaye", OWNER_PIN);
    await sells(first.page, "Esi");
    await forward(12 * HOUR_MS - MINUTE_MS);
    expect(await statusesOf(first.page, [NOTHING])).toEqual([404]);
    await forward(MINUTE_MS + 1_000);
    await expect.poll(() => statusesOf(first.page, [NOTHING]), PATIENCE).toEqual([401]);
    // The till asks for what is new in the shop.
    const as = await newSession();
    const body = { name: "Counter late", price: 3, stock: 1 };
    await api.ask("POST", "/api/products.php", { as, body });
    const products = async () => JSON.stringify(await api.ask("GET", "/api/products.php", { as }));
    await expect.poll(products, PATIENCE).toContain(body.name);
    await press(first.page, "Wrong clock");
    // The till downloads every 5 s at most.
    const isLocked = async () => {
      const send = button(first.page, "Send now");
      await send.click({ timeout: MOMENT_MS }).catch(() => undefined);
      return heading(first.page, "Who is selling?").isVisible();
    };
    await expect.poll(isLocked, { ...PATIENCE, interval: MOMENT_MS }).toBe(true);
    await first.context.close();
  });
}
