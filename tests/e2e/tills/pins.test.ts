import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import {
  barSays,
  type Counter,
  MILK,
  MILK_CODE,
  openCounter,
  PATIENCE,
  search,
  sheet,
} from "#tests/e2e/sell/counter.ts";
import { putCamera } from "#tests/e2e/sell/stand-in-camera.ts";
import {
  DESKTOP,
  openPage,
  type OpenedPage,
  PHONE,
  storeSession,
} from "#tests/kit/browser/browser.ts";
import { type Signed, storedOf } from "#tests/kit/browser/screens/api.ts";
import { STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import { becomeTill, createHand } from "#tests/kit/browser/screens/till.ts";
import {
  approving,
  button,
  chooseApprover,
  enterPin,
  heading,
  lock,
  nextSale,
  OWNER_PIN,
  payCash,
  press,
  sells,
  typePrice,
  unlock,
} from "#tests/kit/browser/shared-till.ts";
import { type Clock, openClock } from "#tests/kit/product/ahead.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { NOT_FOR_TILLS, pinDialog, statusesOf, tryPin } from "./pin-steps.ts";
import {
  sessionEnds,
  testAskedApprovals,
  testChangedPins,
  testLockedPins,
} from "./pins-over-time.ts";
import { countAnswers, storedTexts } from "./stored-here.ts";

const YAW_PIN = "4826";
const NEXT_PIN = "5937";
const UNLOCK = "**/api/v1/till/unlock";
const AWAY_MS = 3 * 60_000;

describeWith(["postgres", "chromium"], "PINs at a till", () => {
  let clock: Clock;
  let counter: Counter;
  let yaw: Signed;
  let abla: Signed;
  const setPin = (as: Signed, pin: string) =>
    counter.app.api.ask("PUT", "/api/v1/account/pin", {
      as,
      body: { pin, password: STAFF_PASSWORD },
    });
  beforeAll(async () => {
    clock = await openClock();
    counter = await openCounter(clock.env);
    await setPin(counter.owner, OWNER_PIN);
    yaw = await counter.join("Yaw", "cashier");
    await setPin(yaw, YAW_PIN);
    abla = await counter.join("Abla", "manager");
  });
  afterAll(async () => {
    await counter.app.close();
    await clock.remove();
  });

  /** The owner in a session of their own, which the lock ends. */
  const newSession = () =>
    counter.app.api.signIn("/auth/login.php", {
      email: counter.owner.user.email,
      password: STAFF_PASSWORD,
    });
  async function openShared(): Promise<OpenedPage> {
    const till = await counter.openOwnTill(PHONE, await newSession());
    await button(till.page, /^Lock\. /).waitFor(PATIENCE);
    return till;
  }
  const says = (page: Page, text: string | RegExp): Promise<void> =>
    page.getByText(text).first().waitFor(PATIENCE);
  const lockButton = (page: Page) => page.getByRole("button", { name: /^Lock\. / });

  test("PIN-01, PIN-02, PIN-03, PIN-30: people who sell set their PIN with the password, each error is under its field, and only they see that they have one", async () => {
    const { page: office, context: desk } = await counter.app.visitAs(counter.owner, {
      size: DESKTOP,
    });
    const { page, context } = await counter.app.visitAs(yaw, { size: DESKTOP });
    await page.goto(`${counter.app.url}/app/settings?tab=security`);
    await says(page, "You have a PIN.");
    await press(page, "Change PIN");
    const dialog = pinDialog(page);
    await dialog.says(/^4 to 6 digits\. Digits that repeat/);
    await dialog.fill("New PIN", "1111");
    await dialog.fill("Repeat the PIN", "1112");
    await dialog.save();
    await expect.poll(() => dialog.under("Repeat the PIN")).toBe("The two PINs differ");
    expect(await dialog.under("Current password")).toBe("Password is required");
    for (const easy of ["1111", "1212", "123123", "2345", "9876"]) {
      await dialog.fill("New PIN", "258");
      await expect.poll(() => dialog.under("New PIN")).toMatch(/A PIN has 4 to 6 digits/);
      await dialog.fill("New PIN", easy);
      await expect.poll(() => dialog.under("New PIN")).toMatch(/too easy to guess/);
    }
    await dialog.fill("New PIN", YAW_PIN);
    await expect.poll(() => dialog.under("New PIN")).toBe("");
    await dialog.fill("Repeat the PIN", YAW_PIN);
    await dialog.fill("Current password", "a guess");
    await dialog.save();
    await expect
      .poll(() => dialog.under("Current password"))
      .toBe("The current password is wrong.");
    await dialog.fill("Current password", STAFF_PASSWORD);
    await dialog.save();
    await says(page, /^PIN saved\./);
    await context.close();

    await office.goto(`${counter.app.url}/app/settings?tab=security&pin=set`);
    const own = pinDialog(office);
    await own.says(/^6 digits, because you can approve what others sell\./);
    await own.fill("New PIN", YAW_PIN);
    await own.save();
    await expect
      .poll(() => own.under("New PIN"), PATIENCE)
      .toBe("Your role needs a PIN of 6 digits");
    await own.fill("New PIN", OWNER_PIN);
    await expect.poll(() => own.under("New PIN")).toBe("");
    await office.goto(`${counter.app.url}/app/team`);
    const row = office.getByRole("row", { name: /Yaw Annan/ });
    await row.waitFor(PATIENCE);
    expect(await row.innerText()).not.toMatch(/PIN/);
    await desk.close();
  });

  test("PIN-33: a person without a PIN, a shop of one person and a browser that is no till have no lock", async () => {
    const { app } = counter;
    const alone = await app.newShop("A shop of one");
    await setPin(alone, OWNER_PIN);
    const waits = await app.visitAs(yaw, { size: PHONE });
    await waits.page.goto(`${app.url}/app/sell`);
    await button(waits.page, "Not approved").waitFor(PATIENCE);
    expect(await lockButton(waits.page).count()).toBe(0);
    await waits.context.close();
    const single = await app.visitAs(alone, { size: PHONE });
    await single.page.goto(`${app.url}/app/sell`);
    await becomeTill(single.page);
    expect(await lockButton(single.page).count()).toBe(0);
    await single.context.close();
    const without = await app.visitAs(abla, { size: PHONE });
    const answered = without.page.waitForResponse("**/api/v1/account");
    await without.page.goto(`${app.url}/app/sell`);
    await answered;
    await becomeTill(without.page);
    expect(await lockButton(without.page).count()).toBe(0);
    await without.context.close();
    const { page, context } = await openShared();
    await page.route("**/api/v1/account", (route) => route.abort());
    await page.reload();
    await lockButton(page).waitFor(PATIENCE);
    await context.close();
  });

  test("PIN-37, PIN-46, PIN-36: what is wrong with a PIN is said, a scan is no try, and the till keeps no PIN", async () => {
    // This till has seen that Abla has no PIN.
    const { page, context } = await counter.openOwnTill(PHONE, abla, { hasWorker: true });
    await storeSession(page, storedOf(await newSession()));
    await page.goto(`${counter.app.url}/app/sell`);
    await lockButton(page).waitFor(PATIENCE);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    await lock(page);
    await unlock(page, "Yaw Annan", "7391");
    await says(page, /^Wrong PIN\./);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await createHand(page).scan(MILK_CODE);
    await says(page, "0 digits");
    expect(asked.filter((url) => url.includes("unlock"))).toEqual([]);
    await press(page, "Someone else");
    await unlock(page, "Abla Annan", "739104");
    await says(page, "Abla Annan has no PIN yet. It is set under Settings, Security.");
    await press(page, "Someone else");
    await context.setOffline(true);
    await unlock(page, "Esi Quaye", OWNER_PIN);
    await says(page, "No network. Connect once to unlock on this phone.");
    await context.setOffline(false);
    await press(page, "Someone else");
    await unlock(page, "Yaw Annan", YAW_PIN);
    await sells(page, "Yaw");

    const kept = await page.evaluate(storedTexts);
    expect(kept.find((text) => text.includes("lock-key"))).toContain("key, extractable: false");
    expect(kept.join("\n")).not.toMatch(new RegExp(`"${YAW_PIN}"|"${OWNER_PIN}"`));
    await context.setOffline(true);
    await lock(page);
    await press(page, /Yaw Annan/);
    await heading(page, "Yaw Annan").waitFor();
    await enterPin(page, "7391", "Unlock");
    await says(page, "Wrong PIN. 4 tries left.");
    for (const left of ["3 tries", "2 tries", "1 try"]) {
      await enterPin(page, "7391", "Unlock");
      await says(page, `Wrong PIN. ${left} left.`);
    }
    await enterPin(page, "7391", "Unlock");
    await says(page, /^Too many wrong tries\. Wait /);
    await page.reload();
    await unlock(page, "Yaw Annan", YAW_PIN);
    await says(page, /^Too many wrong tries\. Wait /);
    await context.setOffline(false);
    await context.close();
  });

  test("PIN-07, PIN-10, PIN-37: a till that was paused or removed unlocks nothing and says so; who uses it for the first time is recorded, and a sale of anyone else flagged", async () => {
    const { page, context } = await openShared();
    const number = /\d+/.exec(await page.getByText(/^Till \d+, /).innerText())?.[0] ?? "";
    const signIn = async (as: Signed) => {
      await storeSession(page, storedOf(as));
      await page.goto(`${counter.app.url}/app/sell`);
    };
    // The server does not hear that she signs in at this till.
    await page.route("**/api/v1/tills", (route) => route.abort());
    await signIn(abla);
    await press(page, MILK);
    await payCash(page);
    await nextSale(page);
    const office = await counter.app.visitAs(counter.owner, { size: DESKTOP });
    await office.page.goto(`${counter.app.url}/app/attention`);
    const flagged = office.page
      .getByRole("listitem")
      .filter({ hasText: "Sold by a person who is not known" });
    await flagged.filter({ hasText: "sold by Abla Annan" }).waitFor(PATIENCE);
    expect(await flagged.count()).toBe(1);

    await page.unroute("**/api/v1/tills");
    await signIn(await newSession());
    const allow = (active: boolean) => counter.ask("PUT", `/api/v1/tills/${number}`, { active });
    await lock(page);
    await unlock(page, "Yaw Annan", YAW_PIN);
    await sells(page, "Yaw");
    await office.page.goto(`${counter.app.url}/app/audit`);
    const firstTime = office.page
      .getByRole("row")
      .filter({ hasText: `used till ${number} for the first time` });
    await firstTime.filter({ hasText: "Yaw Annan" }).waitFor(PATIENCE);
    expect(await firstTime.count()).toBe(1);
    await office.context.close();

    await allow(false);
    await sessionEnds(page);
    await press(page, /Yaw Annan/);
    await tryPin(page, YAW_PIN, { says: "This till may not sell." });
    await allow(true);
    await enterPin(page, YAW_PIN, "Unlock");
    await sells(page, "Yaw");
    // The till hears of its removal with the PIN. Cut off before it locks, so that no answer is under way.
    await page.route(/\/api\/v1\/till\/(entries|changes)/, (route) => route.abort());
    await lock(page);
    await counter.ask("DELETE", `/api/v1/tills/${number}`, { reason: "lost" });
    await press(page, /Yaw Annan/);
    await tryPin(page, YAW_PIN, { says: "This till may not sell." });
    await context.close();
  });

  test("PIN-08, PIN-39, PIN-47, SELL-46, SELL-48, SELL-61: the lock erases kept answers and ends the camera; a PIN opens Sell alone, and not after two minutes", async () => {
    const { page, context } = await openShared();
    await page.goto(`${counter.app.url}/app/customers`);
    const answers = () => page.evaluate(countAnswers);
    await expect.poll(answers, PATIENCE).toBeGreaterThan(0);
    await page.goto(`${counter.app.url}/app/sell`);
    await becomeTill(page);
    await lock(page);
    await unlock(page, "Yaw Annan", YAW_PIN);
    await sells(page, "Yaw");
    await expect.poll(answers, PATIENCE).toBe(0);
    await lock(page);
    await unlock(page, "Esi Quaye", OWNER_PIN);
    await sells(page, "Esi");
    // Another device with the same session of the owner, who may do everything with the password.
    const storageState = await context.storageState();
    const copy = await openPage(counter.app.browser, PHONE, { storageState });
    await copy.page.goto(`${counter.app.url}/app/sell`);
    await button(copy.page, "Not approved").waitFor(PATIENCE);
    expect(await statusesOf(copy.page, ["/api/v1/till/changes"])).toEqual([200]);
    expect(await statusesOf(copy.page, NOT_FOR_TILLS)).toEqual(NOT_FOR_TILLS.map(() => 403));
    await copy.page.goto(`${counter.app.url}/app/settings`);
    await copy.page.waitForURL("**/auth/login**");
    await copy.context.close();

    await search(page).fill("Bucket");
    await says(page, "No products found");
    expect(await button(page, 'Add "Bucket"').count()).toBe(0);
    await search(page).fill("");
    await press(page, /^0 items/);
    await press(page, "Customer");
    await sheet(page, "Customer").getByRole("searchbox").fill("Akua Bonsu");
    await says(page, "No customers found");
    expect(await button(page, 'Add "Akua Bonsu"').count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");

    const camera = await putCamera(page);
    await press(page, "Scan with the camera");
    await expect.poll(camera.states, PATIENCE).toEqual(["live"]);
    await page.clock.install({ time: Date.now() });
    await page.clock.fastForward(AWAY_MS);
    await heading(page, "Who is selling?").waitFor(PATIENCE);
    await expect.poll(camera.states, PATIENCE).toEqual(["ended"]);
    await unlock(page, "Yaw Annan", YAW_PIN);
    await sells(page, "Yaw");
    await page.clock.setSystemTime(Date.now() + 3 * AWAY_MS);
    await page.reload();
    await heading(page, "Who is selling?").waitFor(PATIENCE);
    await context.close();
  });

  test("PIN-40: a slow server is not waited for, and a PIN that it refuses is no longer good without a network", async () => {
    const { page, context } = await openShared();
    await lock(page);
    await unlock(page, "Yaw Annan", YAW_PIN);
    await sells(page, "Yaw");
    await lock(page);
    const released = Promise.withResolvers<undefined>();
    await page.route(UNLOCK, async (route) => {
      await released.promise;
      await route.continue();
    });
    await setPin(yaw, NEXT_PIN);
    await unlock(page, "Yaw Annan", YAW_PIN);
    await sells(page, "Yaw");
    released.resolve(undefined);
    await heading(page, "Who is selling?").waitFor(PATIENCE);
    await context.setOffline(true);
    await unlock(page, "Yaw Annan", YAW_PIN);
    await says(page, "No network. Connect once to unlock on this phone.");
    await context.setOffline(false);
    await enterPin(page, NEXT_PIN, "Unlock");
    await sells(page, "Yaw");
    await context.close();
    await setPin(yaw, YAW_PIN);
  });

  test("PIN-14, PIN-15: an approval is for its act, up to its amount", async () => {
    const { page, context } = await openShared();
    await lock(page);
    await unlock(page, "Yaw Annan", YAW_PIN);
    await sells(page, "Yaw");
    const approve = async () => {
      await approving(page).waitFor(PATIENCE);
      await chooseApprover(page, "Esi");
      await enterPin(page, OWNER_PIN, "Approve");
      await approving(page).waitFor({ state: "detached", ...PATIENCE });
    };
    await press(page, MILK);
    await typePrice(page, "9", "Counter milk");
    await approve();
    // Two at 9.00 are 2.00 below the shop's prices, and 1.00 is approved.
    await press(page, "One more Counter milk");
    await page.keyboard.press("Escape");
    await press(page, /^Charge/);
    await approve();
    // A gift is another act.
    await page.keyboard.press("Escape");
    await barSays(page, /GH₵\s*18\.00/);
    await typePrice(page, "0", "Counter milk");
    await approve();
    await payCash(page);
    await nextSale(page);
    await context.close();
  });

  const shop = () => ({
    counter,
    clock,
    yaw,
    abla,
    yawPin: YAW_PIN,
    setPin,
    newSession,
    openShared,
  });
  testChangedPins(shop);
  testAskedApprovals(shop);
  testLockedPins(shop);
});
