import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Counter, MILK, openCounter, PATIENCE, sheet } from "#tests/e2e/sell/counter.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { becomeTill, openTill } from "#tests/kit/browser/screens/till.ts";
import { button, nextSale, openNotices, payCash, press } from "#tests/kit/browser/shared-till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const SETTINGS = "/app/settings?tab=tills";

describeWith(["postgres", "chromium"], "Settings, Tills", () => {
  let counter: Counter;
  let cashier: Signed;
  let manager: Signed;
  beforeAll(async () => {
    counter = await openCounter();
    cashier = await counter.join("Efua", "cashier");
    manager = await counter.join("Kojo", "manager");
  });
  afterAll(() => counter.app.close());

  async function openSettings(as: Signed = counter.owner): Promise<Page> {
    const { page } = await counter.app.visitAs(as, { size: DESKTOP });
    await page.goto(`${counter.app.url}${SETTINGS}`);
    return page;
  }
  /** A till of this person, and its number, also while it waits. */
  async function openDevice(as: Signed) {
    const opened = await counter.app.visitAs(as, { size: PHONE });
    await openTill(opened.page, counter.app.url, MILK);
    const title = opened.page.getByText(/^Till \d+, /);
    await title.waitFor(PATIENCE);
    const number = /\d+/.exec(await title.innerText())?.[0] ?? "";
    return { ...opened, number };
  }
  const row = (page: Page, number: string) =>
    page.getByRole("row", { name: new RegExp(`^${number} · `) });
  const rowSays = (page: Page, number: string, text: string | RegExp): Promise<void> =>
    row(page, number).getByText(text).first().waitFor(PATIENCE);
  const act = (page: Page, number: string, what: string): Promise<void> =>
    row(page, number)
      .getByRole("button", { name: new RegExp(`^${what} Till ${number}, `) })
      .click(PATIENCE);
  const callNow = async (page: Page, word: string | RegExp) => {
    await press(page, word);
    await press(page, "Send now");
    await page.keyboard.press("Escape");
  };

  test("TILL-114: without tills the page says how a device becomes one", async () => {
    const { page, context } = await counter.app.visitAs(
      await counter.app.newShop("A shop without tills"),
      { size: PHONE },
    );
    await page.goto(`${counter.app.url}${SETTINGS}`);
    await page.getByRole("heading", { name: "No tills yet" }).waitFor(PATIENCE);
    await page.getByText(/becomes a till when Sell is first opened on it\.$/).waitFor();
    await context.close();
  });

  test("TILL-01, TILL-02, TILL-03, TILL-111, TILL-112, TILL-116: a cashier's device waits, and is approved, renamed and paused", async () => {
    const own = await openDevice(counter.owner);
    const device = await openDevice(cashier);
    expect(Number(own.number)).toBeGreaterThanOrEqual(2);
    expect(Number(device.number)).toBeGreaterThan(Number(own.number));
    await button(own.page, "Online").waitFor(PATIENCE);
    await press(device.page, "Not approved");
    await device.page.getByText(/^This \w+ waits for approval\. /).waitFor();
    await device.page.keyboard.press("Escape");

    const isNotified = async (as: Signed): Promise<Page> => {
      const { page: theirs } = await counter.app.visitAs(as, { size: DESKTOP });
      await openNotices(theirs, counter.app.url);
      await theirs
        .getByText(/^.+ wants to sell as a till\. An owner or manager has to approve it\.$/)
        .first()
        .waitFor(PATIENCE);
      return theirs;
    };
    await (await isNotified(manager)).close();
    const page = await isNotified(counter.owner);
    await page.getByRole("link", { name: "View Tills" }).first().click();
    await page.getByRole("tab", { name: "Tills", selected: true }).waitFor(PATIENCE);
    await rowSays(page, device.number, "Waits for approval");
    await rowSays(page, device.number, /^Added by Efua Annan, /);
    await rowSays(page, own.number, "Active");
    await rowSays(page, own.number, /^Last contact: /);
    const shown = await page.getByRole("row", { name: / · / }).allInnerTexts();
    expect(shown[0]).toMatch(new RegExp(`^${device.number} · `));

    await act(page, device.number, "Approve");
    await rowSays(page, device.number, "Active");
    await callNow(device.page, "Not approved");
    await button(device.page, "Online").waitFor(PATIENCE);
    await act(page, device.number, "Rename");
    const dialog = page.getByRole("dialog", { name: `Rename till ${device.number}` });
    await dialog.getByLabel("Name").fill("Back counter");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await rowSays(page, device.number, `${device.number} · Back counter`);
    await act(page, device.number, "Pause");
    await rowSays(page, device.number, "Waits for approval");
    await callNow(device.page, "Online");
    await button(device.page, "Not approved").waitFor(PATIENCE);
    await device.context.close();
    await own.context.close();
  });

  test("TILL-07, TILL-10, TILL-111, TILL-113: before a till is removed a dialog says what has not arrived; it stays in the list, and its device is no till again", async () => {
    const device = await openDevice(counter.owner);
    const { number } = device;
    await becomeTill(device.page);
    await device.context.setOffline(true);
    await press(device.page, MILK);
    await payCash(device.page);
    await nextSale(device.page);
    await counter.ask("PUT", `/api/v1/tills/${number}`, { active: false });
    await device.context.setOffline(false);
    await button(device.page, "Not approved").waitFor(PATIENCE);

    const page = await openSettings();
    await rowSays(page, number, "1 entry not here yet");
    await act(page, number, "Remove");
    const question = page.getByRole("alertdialog", {
      name: new RegExp(`^Remove till ${number}, `),
    });
    await question
      .getByText(/can't become a till again\..* 1 entry has not arrived yet\./)
      .waitFor();
    await question.getByLabel("Reason").selectOption("Stolen");
    await question.getByRole("button", { name: "Remove", exact: true }).click();
    await rowSays(page, number, "Removed");
    expect(await row(page, number).getByRole("button").count()).toBe(0);
    const shown = await page.getByRole("row", { name: / · / }).allInnerTexts();
    expect(shown.at(-1)).toMatch(new RegExp(`^${number} · `));

    await callNow(device.page, "Not approved");
    await button(device.page, "Till removed").waitFor(PATIENCE);
    await openTill(device.page, counter.app.url, MILK);
    await press(device.page, "Till removed");
    await sheet(device.page, `Till ${number}`).getByText("This till was removed.").waitFor();
    await device.context.close();
  });

  test("TILL-06, TILL-110, TILL-115, SELL-52: the owner sets what tills may do alone, a manager sees the list, a cashier neither", async () => {
    const device = await openDevice(manager);
    await button(device.page, "Online").waitFor(PATIENCE);
    const ofManager = await openSettings(manager);
    await rowSays(ofManager, device.number, "Active");
    await act(ofManager, device.number, "Pause");
    await rowSays(ofManager, device.number, "Waits for approval");
    expect(await ofManager.getByLabel("Days of selling").count()).toBe(0);
    const ofCashier = await openSettings(cashier);
    await ofCashier.getByRole("tab", { name: "Profile", selected: true }).waitFor(PATIENCE);
    expect(await ofCashier.getByRole("tab", { name: "Tills" }).count()).toBe(0);

    const page = await openSettings();
    const field = (name: string) => page.getByLabel(name);
    await field("Days of selling").waitFor(PATIENCE);
    expect(await field("Days of selling").inputValue()).toBe("14");
    expect(await field("Largest approval by PIN").inputValue()).toBe("200.00");
    expect(await field("Largest discount of a cashier").inputValue()).toBe("0");
    await field("Days of selling").fill("31");
    await press(page, "Save changes");
    await page
      .getByText("The days without a network must be a whole number from 1 to 30")
      .waitFor();
    await field("Days of selling").fill("7");
    await field("Largest approval by PIN").fill("50.50");
    await field("Largest discount of a cashier").fill("7.5");
    await press(page, "Save changes");
    await page.getByText("Business settings updated successfully!").first().waitFor(PATIENCE);
    await page.goto(`${counter.app.url}/app/audit`);
    const said =
      /offline days from 14 to 7, offline approval limit from 200 to 50\.5, discount limit from 0 to 7\.5/;
    await page.getByText(said).first().waitFor(PATIENCE);
    await device.context.close();
  });
});
