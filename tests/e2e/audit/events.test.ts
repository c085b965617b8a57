import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { CLOTH, type ClothShop, firstShown, openClothShop, VOID_REASON } from "./cloth-shop.ts";

const START = { timeout: 60_000 };
const EVENTS = "/api/v1/audit/events";
const PAGE = 30;
const REFUSAL = {
  status: 400,
  json: { success: false, error: "No such page", code: "bad-request", request_id: "r-1" },
};

describeWith(["postgres", "chromium"], "the events of the audit", () => {
  let app: OpenProduct;
  let shop: ClothShop;
  let auditor: Signed;

  beforeAll(async () => {
    app = await openProduct();
    shop = await openClothShop(app);
    auditor = await shop.hire("auditor", "Efua");
  });
  afterAll(() => app.close());

  const open = async (path: string, as = auditor, size = DESKTOP): Promise<Page> => {
    const { page } = await app.visitAs(as, { size });
    await page.goto(app.url + path);
    return page;
  };
  const lines = (page: Page) => page.getByRole("main").getByRole("button", { name: / Event \d+$/ });
  const line = (page: Page, text: RegExp) => page.getByRole("row", { name: text });
  const numbers = async (page: Page): Promise<number[]> =>
    (await lines(page).allTextContents()).map((text) => Number(/ Event (\d+)$/.exec(text)?.[1]));
  const shown = (page: Page, count: number) =>
    expect.poll(() => lines(page).count(), { timeout: 20_000 }).toBe(count);
  const asked = (page: Page): URLSearchParams[] => {
    const queries: URLSearchParams[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === EVENTS) queries.push(searchParams);
    });
    return queries;
  };

  test("AUDIT-32, AUDIT-45: the audit opens with sentences, newest first, the system's own by Tillbook, and loads more from the last over an empty page", async () => {
    const page = await open("/app/audit");
    expect(
      await page.getByRole("tab", { name: "Activity", exact: true }).getAttribute("aria-selected"),
    ).toBe("true");
    const voiding = line(page, new RegExp(VOID_REASON));
    await firstShown(page, voiding);
    const text = (await voiding.innerText()).replaceAll(/\s+/g, " ");
    expect(text).toMatch(/^Esi Quaye voided the sale .*Sale \d+-\d+-\d+ .*\d\d:\d\d .*GH₵25\.00$/);

    const akosua = await app.signedIn("owner");
    const demo = await open("/app/audit?type=SaleRecorded", akosua);
    await shown(demo, PAGE);
    const first = await numbers(demo);
    expect(first).toEqual(first.toSorted((one, other) => other - one));
    const queries = asked(demo);
    const last = String(first.at(-1));
    const skipped = String(Number(last) - 1);
    const empty = { success: true, data: { events: [], next: skipped } };
    await demo.route(`**${EVENTS}?*`, (route) => route.fulfill({ json: empty }), { times: 1 });
    await demo.getByRole("button", { name: "Load more" }).click();
    await shown(demo, 2 * PAGE);
    expect(queries.map((query) => query.get("before"))).toEqual([last, skipped]);
    const all = await numbers(demo);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(all.toSorted((one, other) => other - one));

    await demo.goto(`${app.url}/app/audit?type=NotificationRaised`);
    await expect.poll(() => lines(demo).first().innerText()).toMatch(/^Tillbook /);
  });

  test("AUDIT-33, AUDIT-34: events are filtered by type, person, customer, amount and days together, in the URL, and impossible ones are refused", async () => {
    const page = await open("/app/audit");
    await lines(page).first().waitFor(START);
    await page.getByLabel("Type").selectOption("Sale recorded");
    await shown(page, 2);
    await page.getByRole("combobox", { name: "Person" }).selectOption("Esi Quaye");
    await page.getByRole("combobox", { name: /^Product, customer/ }).fill("Adwoa");
    await page.getByRole("option", { name: /Adwoa Asare/ }).click();
    await shown(page, 1);
    await page.getByText("About Adwoa Asare").waitFor();

    await page.getByText("Amount and days").click();
    const form = page.getByRole("form", { name: "Amount and days" });
    const show = form.getByRole("button", { name: "Show" });
    const queries = asked(page);
    await form.getByLabel("Amount from").fill("ten");
    await form.getByLabel("From", { exact: true }).fill("2026-01-02");
    await form.getByLabel("To", { exact: true }).fill("2026-01-01");
    await show.click();
    await form.getByText("Enter an amount like 12.50").waitFor();
    await form.getByLabel("Amount from").fill("60");
    await form.getByLabel("Amount to").fill("50");
    await form.getByText("Too low").waitFor();
    await form.getByText("The end is before the start").waitFor();
    expect(queries).toEqual([]);

    await form.getByLabel("Amount to").fill("");
    await form.getByLabel("To", { exact: true }).fill("");
    await show.click();
    await page.getByText("No activity matches these filters.").waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      type: "SaleRecorded",
      person: shop.owner.user.id,
      customer: shop.customer,
      min: "60",
      from: "2026-01-02",
    });
    await page.reload();
    await page.getByText("No activity matches these filters.").waitFor(START);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await line(page, new RegExp(VOID_REASON)).waitFor();
  });

  test("AUDIT-35, AUDIT-36, AUDIT-37: an event shows who, when and from where, before and after, its hash behind one press, and its histories", async () => {
    const page = await open("/app/audit?type=ProductRepriced");
    await lines(page).first().click(START);
    const dialog = page.getByRole("dialog", { name: /^Event \d+$/ });
    const fact = (name: string) =>
      dialog.getByText(name, { exact: true }).locator("xpath=following-sibling::dd[1]").innerText();
    await dialog.getByText("Before and after").waitFor();
    expect(await fact("Who")).toBe("Esi Quaye");
    expect(await fact("Happened")).toMatch(/\d{4}, \d\d:\d\d:\d\d$/);
    expect(await fact("Recorded")).toMatch(/\d{4}, \d\d:\d\d:\d\d$/);
    expect(await fact("Source")).toBe("The app");
    expect(await fact("Session")).not.toBe("None");
    await dialog.getByText("Device", { exact: true }).waitFor();
    const change = dialog.getByRole("row", { name: /25\.00/ });
    expect((await change.innerText()).replaceAll(/\s+/g, " ")).toMatch(/25\.00 .*30\.00$/);

    const hash = dialog.getByText("Event hash");
    expect(await hash.isVisible()).toBe(false);
    await dialog.getByText("Hashes and stored text").click();
    await hash.waitFor();
    expect(await fact("Event hash")).toMatch(/^[\da-f]{64}$/);
    expect(await fact("Chain hash after it")).toMatch(/^[\da-f]{64}$/);

    await dialog.getByRole("link", { name: `History of ${CLOTH}` }).click();
    await page.getByRole("heading", { name: `History of ${CLOTH}` }).waitFor();
    await expect.poll(() => lines(page).count()).toBeGreaterThan(2);
    const story = await lines(page).allTextContents();
    expect(story[0]).toContain(`added the product ${CLOTH}`);
    const order = await numbers(page);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    await page.goto(`${app.url}/app/audit?story=customer:${shop.customer}`);
    await page.getByRole("heading", { name: "History of Adwoa Asare" }).waitFor();
    await page.goto(`${app.url}/app/audit?story=person:${shop.owner.user.id}`);
    await page.getByRole("heading", { name: "History of Esi Quaye" }).waitFor();
    await line(page, new RegExp(VOID_REASON)).waitFor();
    await page.goto(`${app.url}/app/audit?story=sale:${shop.sale}`);
    await page.getByRole("heading", { name: /^History of Sale \d/ }).waitFor();
    await page.getByRole("link", { name: "Receipt" }).waitFor();
  });

  test("AUDIT-36: a signed event has its checkpoint's note to keep, and its proof is verified", async () => {
    const page = await open("/app/audit?event=1", await app.signedIn("owner"), PHONE);
    const dialog = page.getByRole("dialog", { name: "Event 1" });
    await dialog.getByText("Verified", { exact: true }).waitFor(START);
    await dialog.getByText("Hashes and stored text").click();
    await dialog.getByText(/^Signed .*, with [\d,]+ events?$/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Signed checkpoint" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^checkpoint-\d+\.txt$/);
  });

  test("AUDIT-42: a failed page says why, keeps what is shown, and is loaded on request", async () => {
    const akosua = await app.signedIn("owner");
    const page = await open("/app/audit?type=SaleRecorded", akosua, PHONE);
    await shown(page, PAGE);
    await page.route(`**${EVENTS}?*`, (route) => route.fulfill(REFUSAL));
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByRole("alert").getByText("No such page").waitFor();
    await shown(page, PAGE);
    await page.unroute(`**${EVENTS}?*`);
    await page.getByRole("button", { name: "Try Again" }).click();
    await shown(page, 2 * PAGE);
    await page.getByRole("alert").waitFor({ state: "detached" });
  });
});
