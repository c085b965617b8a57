import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { becomeTill } from "#tests/kit/browser/screens/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const START_MS = 60_000;
const DOUBLE_PRESS_MS = 750;
const MILK = /^Peak Milk 400g/;

describeWith(["postgres", "chromium"], "the copies of a receipt", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

  async function sellMilk(page: Page): Promise<string> {
    await button(page, MILK).click();
    await button(page, /^Charge/).click();
    await button(page, /^Exact/).click();
    const paid = page.getByRole("region", { name: "Paid" });
    const receipt = await paid.getByRole("article", { name: "Receipt" }).innerText();
    return /\d+-\d+-\d+/.exec(receipt)?.[0] ?? "";
  }

  /** Prints in a browser without a printer, and returns the first line on the paper. */
  async function print(page: Page): Promise<string> {
    await page.evaluate(() => {
      window.print = () => {
        window.dispatchEvent(new Event("beforeprint"));
        const paper = document.querySelector<HTMLElement>("[data-receipt]");
        document.documentElement.dataset["paper"] = paper?.textContent ?? "";
        window.dispatchEvent(new Event("afterprint"));
      };
      delete document.documentElement.dataset["paper"];
    });
    await button(page, "Print").click();
    const paper = () => page.evaluate(() => document.documentElement.dataset["paper"] ?? "");
    await expect.poll(paper).not.toBe("");
    return /^Copy \d+/.exec(await paper())?.[0] ?? "original";
  }

  const times = (page: Page, count: number) =>
    page.getByText(`Printed or sent ${count} times, with the original.`).waitFor();

  test("SALE-74: a message has the mark that was on the screen when it was tapped", async () => {
    const { page } = await app.visit("owner", { size: PHONE });
    const sent: string[] = [];
    await page.context().route("https://wa.me/**", (route) => {
      sent.push(new URL(route.request().url()).searchParams.get("text")?.split("\n")[0] ?? "");
      return route.fulfill({ body: "" });
    });
    await page.goto(`${app.url}/app/sell`);
    await becomeTill(page);
    await sellMilk(page);
    const whatsApp = page.getByRole("link", { name: "WhatsApp" });
    await whatsApp.click();
    await expect.poll(() => sent).toEqual(["Adom Provisions, Osu"]);
    await page.bringToFront();
    await whatsApp.and(page.locator("[href*='Copy%202']")).waitFor();
    await whatsApp.click();
    await expect.poll(() => sent).toEqual(["Adom Provisions, Osu", "Copy 2"]);
  });

  test("SALE-77, SALE-75, SALE-78: made without a network are counted when it is back, the office goes on from there, and both count at once", async () => {
    const { page } = await app.visit("owner", { size: PHONE });
    await page.goto(`${app.url}/app/sell`);
    await becomeTill(page);
    await sellMilk(page);
    await page.waitForTimeout(DOUBLE_PRESS_MS);
    await button(page, "Next sale").click();

    await page.context().setOffline(true);
    const number = await sellMilk(page);
    expect(await print(page)).toBe("original");
    await page
      .getByRole("link", { name: "WhatsApp" })
      .and(page.locator("[href*='Copy%202']"))
      .waitFor();
    expect(await print(page)).toBe("Copy 2");
    await times(page, 2);
    expect(await print(page)).toBe("Copy 3");
    await times(page, 3);

    const countedBy = (on: Page) =>
      on.waitForResponse((response) => {
        const { pathname } = new URL(response.url());
        return pathname.endsWith("/receipt-copies") && response.request().method() === "POST";
      });
    const counted = countedBy(page);
    await page.context().setOffline(false);
    expect((await counted).status()).toBe(200);

    const openSale = async (on: Page) => {
      await on.goto(`${app.url}/app/sales`);
      await button(on, new RegExp(` sale ${number}$`)).click({ timeout: START_MS });
    };
    const { page: office } = await app.visit("owner", { size: DESKTOP });
    await openSale(office);
    await times(office, 3);
    expect(await print(office)).toBe("Copy 4");
    await times(office, 4);

    // Who and when.
    await office.getByRole("link", { name: "Who and when" }).click();
    await office
      .getByText(/printed the receipt of sale \w+ again, as copy 4/)
      .first()
      .waitFor();
    await office
      .getByText(/printed the receipt of sale \w+ again, as copy 2/)
      .first()
      .waitFor();

    // The till hears of the copy of the office.
    await page.waitForTimeout(DOUBLE_PRESS_MS);
    await button(page, "Next sale").click();
    await page.getByText("Online", { exact: true }).waitFor({ timeout: START_MS });
    await button(page, "Online").click();
    await page.getByRole("button", { name: /^Today's sales/ }).click();
    await page
      .getByRole("dialog", { name: "Today's sales" })
      .getByRole("button", { name: new RegExp(number) })
      .click();
    await times(page, 4);

    // Both at once: the till has no network, so it knows nothing of the office's copy.
    await page.context().setOffline(true);
    await openSale(office);
    await times(office, 4);
    const ofOffice = countedBy(office);
    expect(await Promise.all([print(page), print(office)])).toEqual(["Copy 5", "Copy 5"]);
    await times(page, 5);
    expect((await ofOffice).status()).toBe(200);
    const ofTill = countedBy(page);
    await page.context().setOffline(false);
    expect((await ofTill).status()).toBe(200);
    await openSale(office);
    await times(office, 6);
    expect(await print(office)).toBe("Copy 7");
  });
});
