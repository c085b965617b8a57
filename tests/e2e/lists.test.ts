import { readFile } from "node:fs/promises";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };
const PAGE = 50;
const PATIENCE = { timeout: 60_000 };
const Id = z.object({ id: z.string() });

describeWith(["postgres", "chromium"], "long lists in a browser", () => {
  let app: OpenProduct;
  let owner: Signed;

  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    const signed = await app.signedIn("owner");
    if (signed === undefined) throw new Error("no owner");
    owner = signed;
  });
  afterAll(() => app.close());

  test("SALE-45: on a phone the list grows as it is scrolled, and then by its button with the keyboard", async () => {
    const { page } = await app.visitAs(owner, { size: PHONE, isTouch: true });
    await page.goto(`${app.url}/app/sales`);
    const rows = page.getByRole("main").getByRole("row");
    await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(1 + PAGE);
    const more = page.getByRole("button", { name: "Show more" });
    const scrolled = async (): Promise<number> => {
      await rows.last().scrollIntoViewIfNeeded();
      return rows.count();
    };
    await expect.poll(scrolled, { timeout: 20_000 }).toBe(1 + 4 * PAGE);
    await more.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(1 + 5 * PAGE);
    const texts = await rows.getByRole("button", { name: /sale \d/ }).allTextContents();
    const numbers = texts.flatMap((text) => / sale (\S+)$/.exec(text)?.[1] ?? []);
    expect(new Set(numbers).size).toBe(5 * PAGE);
    await page.close();
  });

  test("SALE-40, SALE-44, CUST-14, CUST-17: a voided sale is struck through in the list and on its customer's page", async () => {
    const customer = { first_name: "Adjoa", last_name: "Listed", phone: "024 811 4470" };
    const who = Id.parse(
      await app.api.ask("POST", "/api/customers.php", { as: owner, body: customer }),
    );
    const body = { name: "Listed soap", price: 4.5, stock: 9 };
    const what = Id.parse(await app.api.ask("POST", "/api/products.php", { as: owner, body }));
    const items = [{ product_id: what.id, quantity: 2, unit_price: 4.5 }];
    const sale = { customer_id: who.id, items, payment_method: "mobile_money" };
    await app.api.ask("POST", "/api/sales.php", { as: owner, body: sale });

    const { page } = await app.visitAs(owner, { size: DESKTOP });
    await page.goto(`${app.url}/app/sales`);
    const row = page.getByRole("row", { name: /Adjoa Listed/ });
    await row.getByRole("button", { name: /^Void sale/ }).click();
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Reason").selectOption("Wrong product");
    await question.getByRole("button", { name: "Void sale" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("State").selectOption("Voided");
    await row.getByText("Voided").waitFor();
    expect(await row.locator("s").count()).toBe(2);
    await row.getByRole("button", { name: /Adjoa Listed/ }).click();
    await page.getByRole("dialog").getByText("Voided by").waitFor();
    await page.getByRole("dialog").getByText("Wrong product").waitFor();

    await page.goto(`${app.url}/app/customers`);
    await page.getByRole("link", { name: "Adjoa Listed" }).click();
    await page.getByRole("heading", { name: "Purchases" }).waitFor();
    await page.getByText("No visit yet").waitFor();
    const bought = page.getByRole("listitem").filter({ hasText: "2 items" });
    await bought.getByText("Voided").waitFor();
    await bought.getByRole("link").click();
    await page.getByRole("dialog").getByText("Voided by").waitFor();
    await page.close();
  });

  test.each([
    ["products", "3 products ready to import.", "Haircut"],
    ["customers", "2 customers ready to import.", "Ama Mensah"],
  ])("LIST-04: the sample file of %s is imported as it is", async (list, ready, added) => {
    const { page } = await app.visitAs(owner, { size: DESKTOP });
    await page.goto(`${app.url}/app/${list}?import=1`);
    const dialog = page.getByRole("dialog", { name: `Import ${list}` });
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download a sample" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${list}.csv`);
    await dialog.getByLabel("CSV file").setInputFiles(await file.path());
    await dialog.getByText(ready).waitFor();
    await dialog.getByRole("button", { name: /^Import \d/ }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("searchbox").fill(added);
    await page.getByRole("main").getByText(added).first().waitFor();
    await page.close();
  });

  test("LIST-01: products, customers, sales and stock movements are saved as CSV by an owner, not by a cashier", async () => {
    const { page } = await app.visitAs(owner, { size: DESKTOP });
    for (const [list, name, column] of [
      ["products", "Export CSV", "price"],
      ["customers", "Export CSV", "last_name"],
      ["sales", "Export CSV", "receipt_number"],
      ["inventory", "Export stock movements CSV", "delta"],
    ] as const) {
      await page.goto(`${app.url}/app/${list}`);
      const [file] = await Promise.all([
        page.waitForEvent("download", PATIENCE),
        page.getByRole("button", { name }).click(PATIENCE),
      ]);
      expect(file.suggestedFilename()).toMatch(/^\w+-\d{4}-\d\d-\d\d\.csv$/);
      const [head = "", ...rows] = (await readFile(await file.path(), "utf8")).trim().split("\n");
      expect(head.replace("\uFEFF", "").trim().split(","), list).toContain(column);
      expect(rows.length, list).toBeGreaterThan(1);
    }
    await page.close();
    const { page: theirs } = await app.visit("cashier", { size: DESKTOP });
    await theirs.goto(`${app.url}/app/products`);
    await theirs.getByRole("heading", { level: 1, name: "Products" }).waitFor(PATIENCE);
    await theirs.getByRole("main").getByRole("row").nth(1).waitFor(PATIENCE);
    expect(await theirs.getByRole("button", { name: /CSV|Deleted/ }).count()).toBe(0);
    await theirs.close();
  });

  test("LIST-02, PROD-27: a file with a fault is named by line and imports nothing, the corrected one all of it, and what is not counted comes out as it went in", async () => {
    const { page } = await app.visitAs(owner, { size: DESKTOP });
    await page.goto(`${app.url}/app/products?import=1`);
    const dialog = page.getByRole("dialog", { name: "Import products" });
    const choose = (price: string) =>
      dialog.getByLabel("CSV file").setInputFiles({
        name: "products.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(
          `name,price,barcode,track_stock\nListed gari,7.50,6034000123457,no\nListed sugar,${price},,yes\n`,
        ),
      });
    const listed = async () => {
      const path = "/api/products.php";
      const found = z
        .array(z.object({ name: z.string(), barcodes: z.array(z.string()) }))
        .parse(await app.api.ask("GET", path, { as: owner }));
      return found.filter(({ name }) => /^Listed (gari|sugar)$/.test(name));
    };
    await choose("much");
    await dialog.getByText("1 error in 2 rows").waitFor(PATIENCE);
    await dialog.getByText("Line 3, price").waitFor();
    expect(await dialog.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(
      true,
    );
    expect(await listed()).toEqual([]);
    await choose("9");
    await dialog.getByText("2 products ready to import.").waitFor(PATIENCE);
    expect(await listed()).toEqual([]);
    await dialog.getByRole("button", { name: "Import 2 products" }).click();
    await dialog.waitFor({ state: "detached" });
    const names = (await listed()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(["Listed gari", "Listed sugar"]);
    const gari = (await listed()).find(({ name }) => name === "Listed gari");
    expect(gari?.barcodes).toEqual(["6034000123457"]);

    await page.getByRole("searchbox").fill("Listed");
    const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
    await row("Listed gari").getByText("Not counted").waitFor(PATIENCE);
    await row("Listed sugar").getByText("Out of stock").waitFor(PATIENCE);
    const [file] = await Promise.all([
      page.waitForEvent("download", PATIENCE),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const exported = (await readFile(await file.path(), "utf8")).trim().split(/\r?\n/);
    const at = exported[0]?.split(",").indexOf("track_stock") ?? -1;
    const counted = (name: string) => exported.find((line) => line.includes(name))?.split(",")[at];
    expect([counted("Listed gari"), counted("Listed sugar")]).toEqual(["no", "yes"]);
    await page.close();
  });

  test("LIST-03: deleted products and customers are listed, and are back after Restore", async () => {
    const body = { name: "Restored yam", price: 3, stock: 1 };
    const yam = Id.parse(await app.api.ask("POST", "/api/products.php", { as: owner, body }));
    const who = { first_name: "Yaa", last_name: "Restored" };
    const yaa = Id.parse(await app.api.ask("POST", "/api/customers.php", { as: owner, body: who }));
    const { page } = await app.visitAs(owner, { size: DESKTOP });
    for (const [list, id, name] of [
      ["products", yam.id, "Restored yam"],
      ["customers", yaa.id, "Yaa Restored"],
    ] as const) {
      await app.api.ask("DELETE", `/api/${list}.php?id=${id}`, { as: owner });
      await page.goto(`${app.url}/app/${list}`);
      await page.getByRole("searchbox").fill("Restored", PATIENCE);
      await page.getByRole("main").getByText(name).first().waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Deleted" }).click(PATIENCE);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: `Restore ${name}` }).click(PATIENCE);
      await page.getByText(`${name} restored`).first().waitFor(PATIENCE);
      await dialog.getByText(name).first().waitFor({ state: "detached" });
      await dialog.getByRole("button", { name: "Close" }).first().click();
      await page.getByRole("main").getByText(name).first().waitFor(PATIENCE);
    }
    await page.close();
  });
});
