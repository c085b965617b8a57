import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { type ClothShop, openClothShop } from "./cloth-shop.ts";

const START = { timeout: 60_000 };
const DAY_MS = 86_400_000;
const VERIFY = "**/api/v1/audit/verify*";
const EXPORT = "**/api/v1/audit/export*";

const Figure = z.looseObject({ count: z.number() });
const Activity = z.object({
  success: z.literal(true),
  data: z.looseObject({ people: z.array(z.looseObject({ voids: Figure })) }),
});

const refusal = (error: string) => ({
  status: 409,
  json: { success: false, error, code: "refused", request_id: "r-1" },
});

describeWith(["postgres", "chromium"], "staff activity and proof in the audit", () => {
  let app: OpenProduct;
  let shop: ClothShop;

  beforeAll(async () => {
    app = await openProduct();
    shop = await openClothShop(app);
  });
  afterAll(() => app.close());

  async function openDemo(tab: string, size = DESKTOP): Promise<Page> {
    const { page } = await app.visit("owner", { size });
    await page.goto(`${app.url}/app/audit?tab=${tab}`);
    return page;
  }

  const press = (page: Page, name: string) => page.getByRole("button", { name }).click(START);

  test("AUDIT-38, AUDIT-44: staff activity counts by person and the day a thing was done, links to the events, and flags unusual rates", async () => {
    const { page } = await app.visitAs(shop.owner, { size: PHONE });
    const esi = page.getByRole("listitem").filter({ hasText: "Esi Quaye" });
    const counted = async () => (await esi.locator("dl").innerText()).replaceAll(/\s+/g, " ");
    await page.goto(`${app.url}/app/audit?tab=activity`);
    await esi.waitFor(START);
    expect(await counted()).toMatch(
      /^Sales 2\b.* Voids 1\b.* Price overrides 0 Adjustments 0 Sign-ins \d/,
    );
    expect(await page.getByText("Flagged", { exact: true }).count()).toBe(0);

    const items = [{ product_id: shop.product, quantity: 1, unit_price: 30 }];
    const occurred_at = new Date(Date.now() - 20 * DAY_MS).toISOString();
    const body = { items, payment_method: "cash", occurred_at };
    await app.api.ask("POST", "/api/sales.php", { as: shop.owner, body });
    await page.reload();
    await expect.poll(counted, START).toMatch(/^Sales 2\b/);
    await page.getByLabel("Days").selectOption("Last 30 days");
    await expect.poll(counted).toMatch(/^Sales 3\b/);
    expect(new URL(page.url()).searchParams.get("days")).toBe("30");

    await page.route("**/api/v1/audit/activity*", async (route) => {
      const response = await route.fetch();
      const answer = Activity.parse(await response.json());
      for (const { voids } of answer.data.people) {
        Object.assign(voids, { rate: 4.43, own_mean: 0.9, stands_out: true });
      }
      await route.fulfill({ response, json: answer });
    });
    await page.reload();
    const flag = esi.getByText("Flagged", { exact: true });
    await flag.waitFor(START);
    await flag.locator("svg").waitFor();
    await esi.getByText("4.4 a day, 0.9 before").waitFor();

    await esi.getByRole("link", { name: "1 Voids of Esi Quaye" }).click();
    await page.getByRole("button", { name: / voided the sale.* Event \d+$/ }).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("type"), searchParams.get("person")]).toEqual([
      "SaleVoided",
      shop.owner.user.id,
    ]);
  });

  test("AUDIT-39, AUDIT-45: signed checkpoints are behind one press, with the note of each, the keys and the public page", async () => {
    const page = await openDemo("proof");
    const note = page.getByRole("button", { name: /^Download the note of [\d,]+ events?$/ });
    await page.getByRole("button", { name: "Show the checkpoints" }).waitFor(START);
    expect(await note.count()).toBe(0);
    await press(page, "Show the checkpoints");
    await note.first().waitFor();
    const sizes = (await note.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ""))).map(
      (label) => Number(label.replaceAll(/\D/g, "")),
    );
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    const [file] = await Promise.all([page.waitForEvent("download"), note.first().click()]);
    expect(file.suggestedFilename()).toBe(`checkpoint-${sizes[0]}.txt`);
    const text = await readFile(await file.path(), "utf8");
    expect(text.split("\n")[1]).toBe(String(sizes[0]));
    await page.getByRole("heading", { name: "Public keys" }).waitFor();
    await page.getByText(/^tillbook\/.+\+[\da-f]{8}\+/).waitFor();
    const link = page.getByRole("link", { name: "Public page of signed checkpoints" });
    const opened = await page.request.get(
      new URL((await link.getAttribute("href")) ?? "", app.url).href,
    );
    expect(opened.status()).toBe(200);
    expect(await opened.text()).toContain(text.split("\n")[2]);
  });

  test("AUDIT-40: the log is verified with its progress, a deviation is named, and a check that breaks off has no result", async () => {
    const page = await openDemo("proof", PHONE);
    await press(page, "Verify the log");
    await page
      .getByText(/^The log is intact: [\d,]+ events checked, signed up to event/)
      .waitFor(START);

    const lines = (...all: readonly object[]) => ({
      contentType: "application/x-ndjson",
      body: all.map((line) => `${JSON.stringify(line)}\n`).join(""),
    });
    const progress = { kind: "progress", done: 400, of: 1_000 };
    const held = Promise.withResolvers<undefined>();
    await page.route(VERIFY, (route) => held.promise.then(() => route.fulfill(lines(progress))));
    await press(page, "Verify again");
    await page.getByRole("progressbar").waitFor();
    held.resolve(undefined);
    await page.getByRole("alert").getByText("Couldn't finish verifying the log.").waitFor();
    expect(await page.getByText(/^The log is intact/).count()).toBe(0);

    await page.unroute(VERIFY);
    const deviation = {
      kind: "deviation",
      seq: 12,
      deviation: "payload",
      message: "not as hashed",
    };
    const result = { kind: "result", holds: false, events: 1_000, deviations: 1, signed: null };
    await page.route(VERIFY, (route) => route.fulfill(lines(progress, deviation, result)));
    await press(page, "Verify again");
    await page.getByText("Event 12: Payload").waitFor();
    await page.getByText("not as hashed").waitFor();
    await page.getByRole("alert").getByText("Verification failed: 1 deviation.").waitFor();
  });

  test("AUDIT-41: the log is exported as a file, and the reason is shown if it is not", async () => {
    const page = await openDemo("proof", PHONE);
    await page.route(EXPORT, (route) => route.fulfill(refusal("Nothing signed yet")), { times: 1 });
    await press(page, "Export the log");
    const alert = page.getByRole("alert");
    await alert.getByText("Nothing signed yet").waitFor();
    await alert.getByText("Couldn't export the log.").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      press(page, "Export the log"),
    ]);
    expect(file.suggestedFilename()).toMatch(/^tillbook-.+\.jsonl$/);
    expect((await readFile(await file.path(), "utf8")).split("\n").length).toBeGreaterThan(100);
    await alert.waitFor({ state: "detached" });
  });

  test("AUDIT-42: what could not be loaded says why, and is loaded on request", async () => {
    const { page } = await app.visitAs(shop.owner, { size: PHONE });
    await page.route("**/api/v1/audit/activity*", (route) => route.fulfill(refusal("Too long")), {
      times: 1,
    });
    await page.goto(`${app.url}/app/audit?tab=activity`);
    await page.getByRole("heading", { name: "Failed to load the staff activity" }).waitFor(START);
    await page.getByText("Too long").waitFor();
    await press(page, "Try Again");
    await page.getByRole("link", { name: "Esi Quaye", exact: true }).waitFor();
  });
});
