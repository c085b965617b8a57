import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { becomeTill } from "#tests/kit/browser/screens/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const START = { timeout: 60_000 };
const SETTINGS = "/api/v1/settings/business";
const [POT, BREAD] = ["Clay pot", "Sugar bread"];
const Added = z.object({ id: z.string() });
const Sales = z.array(z.object({ id: z.string(), total_amount: z.number() }));
const Sale = z.object({ tax_amount: z.number() });

describeWith(["postgres", "chromium"], "how a shop is registered for tax", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  const add = async (as: Signed, product: object): Promise<string> =>
    Added.parse(await app.api.ask("POST", "/api/products.php", { as, body: product })).id;
  const change = (as: Signed, body: object) => app.api.ask("PUT", SETTINGS, { as, body });
  /** A new shop with a pot at 24.00. */
  async function openShop(name: string) {
    const as = await app.newShop(name);
    const pot = await add(as, { name: POT, price: 24, stock: 9 });
    const sell = async (more: object = {}) => {
      const items = [{ product_id: pot, quantity: 1, unit_price: 24 }];
      const body = { items, payment_method: "cash", ...more };
      return Added.parse(await app.api.ask("POST", "/api/sales.php", { as, body })).id;
    };
    return { as, sell };
  }
  async function visit(as: Signed, path: string): Promise<Page> {
    const { page } = await app.visitAs(as, { size: PHONE });
    await page.goto(app.url + path);
    return page;
  }
  const openSettings = (as: Signed) => visit(as, "/app/settings?tab=business");
  const profile = (page: Page) => page.getByLabel("Registered for tax");

  async function save(page: Page): Promise<void> {
    const saved = page.waitForResponse(
      (answer) =>
        answer.request().method() === "PUT" && answer.url().includes("/settings/business"),
    );
    await page.getByRole("button", { name: "Save changes" }).click();
    expect((await saved).status()).toBe(200);
    await page.getByText("Business settings updated successfully!").first().waitFor();
  }
  /** Once it has this part, which may come with the settings, after the sale. */
  async function receiptOf(as: Signed, sale: string, part = "Total"): Promise<string> {
    const page = await visit(as, `/app/sales?sale=${sale}`);
    await expect.poll(() => receiptIn(page), START).toContain(part);
    return receiptIn(page);
  }
  async function receiptIn(page: Page): Promise<string> {
    const receipt = page.getByRole("article", { name: "Receipt" });
    await receipt.waitFor(START);
    return (await receipt.innerText()).replaceAll(/\s+/g, " ");
  }

  test("TAX-01, TAX-02: a new shop is not registered, says what each choice means, and charges no tax once it is not registered again", async () => {
    const { as, sell } = await openShop("Pots of Kumasi");
    const page = await openSettings(as);
    await expect.poll(() => profile(page).inputValue(START)).toBe("unregistered");
    const [tin, rate] = [page.getByLabel("TIN", { exact: true }), page.getByLabel("Tax rate")];
    expect([await tin.count(), await rate.count()]).toEqual([0, 0]);
    const meanings = new Set<string>();
    for (const [choice, fields] of [
      ["unregistered", [0, 0]],
      ["foreign", [0, 1]],
      ["registered", [1, 1]],
    ] as const) {
      await profile(page).selectOption(choice);
      meanings.add(await profile(page).evaluate(describedBy));
      expect([await tin.count(), await rate.count()]).toEqual(fields);
    }
    expect(meanings.size).toBe(3);
    expect([...meanings].every((text) => text.endsWith("."))).toBe(true);
    await tin.fill("C0001234567");
    await page.getByRole("button", { name: /^Use 20%/ }).click();
    await save(page);
    const taxed = await receiptOf(as, await sell(), "TIN C0001234567");
    expect(taxed).toContain("incl. VAT 15% 3.00");

    await profile(page).selectOption("unregistered");
    await save(page);
    const untaxed = await receiptOf(as, await sell());
    expect(untaxed).not.toMatch(/TIN|VAT|NHIL|Tax/);
    await page.reload();
    await profile(page).selectOption("registered", START);
    expect(await tin.inputValue()).toBe("");
    expect(Number(await rate.inputValue())).toBe(0);
  });

  test("TAX-03: a shop that has a rate and never chose counts as registered in Ghana, without a TIN", async () => {
    const { as, sell } = await openShop("Pots of Wa");
    await change(as, { tax_rate: 20 });
    const page = await openSettings(as);
    await expect.poll(() => profile(page).inputValue(START)).toBe("registered");
    expect(await page.getByLabel("TIN", { exact: true }).inputValue()).toBe("");
    const receipt = await receiptOf(as, await sell());
    expect(receipt).toContain("incl. VAT 15% 3.00");
    expect(receipt).not.toContain("TIN");
  });

  test("TAX-06: a sale is split by the act of its own day, however late it is recorded", async () => {
    const { as, sell } = await openShop("Pots of Ho");
    await change(as, { tax_rate: 21.9, tax_profile: "registered" });
    const receipt = await receiptOf(as, await sell({ occurred_at: "2024-06-03T10:00:00Z" }));
    expect(receipt).toMatch(/incl\. VAT 15% \S+ incl\. NHIL 2\.5% \S+ .*incl\. COVID-19 .*1%/);
    const now = await receiptOf(as, await sell());
    expect(now).not.toMatch(/COVID|NHIL/);
    expect(now).toContain("incl. Tax 21.9%");
  });

  test("TAX-14, TAX-15: a till sells an exempt product without a network as the server does, and the sale keeps how it was taxed", async () => {
    const { as } = await openShop("Pots of Tema");
    await change(as, { tax_rate: 20, tax_profile: "registered" });
    const bread = await add(as, { name: BREAD, price: 12, stock: 9, tax_category: "exempt" });
    const page = await visit(as, "/app/sell");
    for (const name of [POT, BREAD]) {
      await page
        .getByRole("button", { name: new RegExp(`^${name}`) })
        .first()
        .waitFor(START);
    }
    await becomeTill(page);
    await page.context().setOffline(true);
    for (const name of [POT, BREAD]) {
      await page
        .getByRole("button", { name: new RegExp(`^${name}`) })
        .first()
        .click();
    }
    await page
      .getByRole("button", { name: /^Charge/ })
      .first()
      .click();
    await page.getByRole("button", { name: /^Exact 36\.00/ }).click();
    const tax = "Total GH₵36.00 incl. VAT 15% 3.00 incl. NHIL 2.5% 0.50 incl. GETFund 2.5% 0.50";
    expect(await receiptIn(page)).toContain(`${tax} Exempt 12.00`);

    await page.context().setOffline(false);
    const newest = async () =>
      Sales.parse(await app.api.ask("GET", "/api/sales.php?limit=1&page=1", { as }))[0];
    await expect.poll(async () => (await newest())?.total_amount, START).toBe(36);
    const id = (await newest())?.id ?? "";
    const sold = Sale.parse(await app.api.ask("GET", `/api/v1/sales/${id}`, { as }));
    expect(sold.tax_amount).toBe(4);

    const body = { id: bread, tax_category: "standard" };
    await app.api.ask("PUT", "/api/products.php", { as, body });
    expect(await receiptOf(as, id)).toContain(`${tax} Exempt 12.00`);
  });
});

/** The text that a field is described by. */
const describedBy = (field: Element): string =>
  (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? "")
    .join(" ")
    .trim();
