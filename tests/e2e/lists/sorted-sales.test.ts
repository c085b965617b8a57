import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };
const PAGE = 50;
const Id = z.object({ id: z.string() });
/** More than any other sale comes to. */
const PRICE = 98_765;

describeWith(["postgres", "chromium"], "the sorted list of sales in a browser", () => {
  let app: OpenProduct;
  let owner: Signed;
  let product: string;

  const sell = (quantity: number): Promise<unknown> => {
    const items = [{ product_id: product, quantity, unit_price: PRICE }];
    return app.api.ask("POST", "/api/sales.php", {
      as: owner,
      body: { items, payment_method: "cash" },
    });
  };

  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    const signed = await app.signedIn("owner");
    if (signed === undefined) throw new Error("no owner");
    owner = signed;
    const body = { name: "Cold room", price: PRICE, stock: 9 };
    product = Id.parse(await app.api.ask("POST", "/api/products.php", { as: owner, body })).id;
    await sell(2);
  });
  afterAll(() => app.close());

  test("SALE-70, SALE-72: heads sort with the keyboard, and pages go forward and back", async () => {
    const { page, complaints } = await app.visitAs(owner, { size: DESKTOP });
    await page.goto(`${app.url}/app/sales`);
    const total = page.getByRole("button", { name: "Total" });
    await total.focus();
    await page.keyboard.press("Enter");
    const sorted = (order: string) =>
      page.locator(`th[aria-sort="${order}"]`, { hasText: "Total" });
    await sorted("ascending").waitFor();
    await page.keyboard.press("Enter");
    await sorted("descending").waitFor();
    const first = page.getByRole("main").getByRole("row").nth(1);
    await first.getByText("GH₵197,530.00").waitFor();
    expect(new URL(page.url()).search).toBe("?sort=largest");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText(/^51 to 100 of /).waitFor();
    await first.getByText("GH₵197,530.00").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Previous" }).click();
    await first.getByText("GH₵197,530.00").waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("SALE-70, SALE-72: on a phone the sorted list grows, and after a void it is whole, with no sale twice", async () => {
    const { page } = await app.visitAs(owner, { size: PHONE, isTouch: true });
    await page.goto(`${app.url}/app/sales`);
    await page.getByLabel("Sort").selectOption("Largest first");
    const rows = page.getByRole("main").getByRole("row");
    await rows.nth(1).getByText("GH₵197,530.00").waitFor();
    const numbers = async (): Promise<readonly string[]> => {
      const texts = await rows.getByRole("button", { name: /sale \d/ }).allTextContents();
      return texts.flatMap((text) => / sale (\S+)$/.exec(text)?.[1] ?? []);
    };
    await expect.poll(() => rows.count(), { timeout: 10_000 }).toBeGreaterThanOrEqual(1 + PAGE);
    await sell(3);
    const scrolled = async (): Promise<number> => {
      await rows.last().scrollIntoViewIfNeeded();
      return rows.count();
    };
    await expect.poll(scrolled, { timeout: 20_000 }).toBe(1 + 4 * PAGE);
    const before = await numbers();
    expect(new Set(before).size).toBe(4 * PAGE);

    await rows
      .nth(1)
      .getByRole("button", { name: /^Void sale/ })
      .click();
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Reason").selectOption("Wrong product");
    await question.getByRole("button", { name: "Void sale" }).click();
    await rows.nth(1).getByText("GH₵296,295.00").waitFor();
    const after = await numbers();
    // The new sale came, the voided one went.
    expect(after.slice(1)).toEqual(before.slice(1));
    await page.close();
  });
});
