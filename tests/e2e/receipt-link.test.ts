import { createHash, randomBytes } from "node:crypto";
import { Agent, get } from "node:http";

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { createAdder } from "#tests/e2e/products/shop-hands.ts";
import { PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { becomeTill } from "#tests/kit/browser/screens/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const START_MS = 60_000;
const PATIENCE = { timeout: START_MS };
const DOUBLE_PRESS_MS = 750;
const MILK = /^Peak Milk 400g/;
/** What a sender may ask for in a minute: more than the pages of these tests do. */
const VIEWS = 600;
const AT_ONCE = 100;
const AGENT = new Agent({ keepAlive: true, maxSockets: 20 });

const Mails = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() }));

describeWith(["postgres", "chromium"], "the link of a receipt", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct({ REQUESTS_PER_MINUTE: String(VIEWS) });
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

  /** The address that the message of this press ends with. */
  async function linkIn(page: Page): Promise<string> {
    const find = async (): Promise<string> => {
      const href = await page.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
      return /https?:\/\/\S+\/r\/[\w-]{22}$/.exec(decodeURIComponent(href ?? ""))?.[0] ?? "";
    };
    // It is there once the settings are.
    await expect.poll(find, { timeout: START_MS }).not.toBe("");
    return find();
  }

  async function emailReceipt(place: Page | Locator, address: string): Promise<void> {
    const field = place.getByLabel("Email the receipt to");
    await place.getByRole("button", { name: "Email" }).click();
    await field.fill(address);
    await place.getByRole("button", { name: "Send", exact: true }).click();
    await place.getByText(`The receipt is on its way to ${address}.`).waitFor();
  }

  /** What has been emailed to this address, once it is there. */
  async function emailTo(address: string): Promise<z.infer<typeof Mails>[number]> {
    const as = await app.signedIn("admin");
    const find = async () =>
      Mails.parse(await app.api.ask("GET", "/dev/mails/list", { as })).find(
        ({ to }) => to === address,
      );
    await expect.poll(find, { timeout: START_MS }).toBeDefined();
    return (await find()) ?? { to: "", subject: "", text: "" };
  }

  test("SALE-58, SALE-52, SALE-63: of a sale without a network opens once the sale has arrived, and says when it is void, as its email does", async () => {
    const { page } = await app.visit("owner", { size: PHONE });
    await page.goto(`${app.url}/app/sell`);
    await becomeTill(page);

    expect(await sellMilk(page)).toMatch(/^1-\d+-1$/);
    await page.waitForTimeout(DOUBLE_PRESS_MS);
    await button(page, "Next sale").click();

    await page.context().setOffline(true);
    const number = await sellMilk(page);
    expect(number).toMatch(/^1-\d+-2$/);
    const link = await linkIn(page);
    const { page: customer } = await app.visit("guest", { size: PHONE });
    expect((await customer.goto(link))?.status()).toBe(404);
    await customer.getByRole("heading", { name: "Receipt not found" }).waitFor();

    await page.context().setOffline(false);
    await expect
      .poll(async () => (await customer.goto(link))?.status(), { timeout: START_MS })
      .toBe(200);
    await customer.getByText("Valid receipt").waitFor();
    await customer.getByText(number, { exact: true }).waitFor();
    expect(await customer.context().cookies()).toEqual([]);

    // The owner voids it elsewhere.
    await page.goto(`${app.url}/app/sales`);
    await page
      .getByRole("button", { name: new RegExp(` sale ${number}$`) })
      .first()
      .click();
    const opened = page.getByRole("dialog", { name: `Sale ${number}` });
    await opened.getByRole("button", { name: "Void sale" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Reason").selectOption("Wrong amount");
    await question.getByRole("button", { name: "Void sale" }).click();
    await question.waitFor({ state: "hidden" });
    await customer.goto(link);
    await customer.getByText(/^VOID: the shop voided this sale on /).waitFor();
    await emailReceipt(opened, "void@customers.example");
    const { subject, text } = await emailTo("void@customers.example");
    expect(subject).toBe(`VOID: receipt ${number} from Adom Provisions, Osu`);
    expect(text).toMatch(/^VOID: the shop voided this sale\./);
  });

  test("SALE-60, SALE-79: goes out by email at the till, once the server has the sale; again it is a copy that counts", async () => {
    const { page } = await app.visit("owner", { size: PHONE });
    await page.goto(`${app.url}/app/sell`);
    await becomeTill(page);
    await sellMilk(page);
    const writes: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === "POST" && pathname.includes("/receipt-")) writes.push(pathname);
    });
    const times = page.getByText(/^Printed or sent/);
    await emailReceipt(page, "ama@customers.example");
    expect((await emailTo("ama@customers.example")).text).not.toContain("Copy");
    expect(await times.count()).toBe(0);
    await button(page, "Email").click();
    await emailReceipt(page, "ama@work.example");
    await page.getByText("Printed or sent 2 times, with the original.").waitFor();
    expect((await emailTo("ama@work.example")).text).toMatch(/^Copy 2$/m);
    const [sent = ""] = writes;
    expect(writes).toEqual([sent, sent]);
    const counted = sent.replace(/receipt-email$/, "receipt-copies");
    const as = await app.signedIn("owner");
    expect(await app.api.ask("GET", counted, { as })).toEqual({ copies: 1 });
  });

  test("SALE-50, SALE-53, SALE-54, SALE-57: of a sale in the office is made when it is sent, masks the customer, and opens nothing once links are off or the business is gone", async () => {
    const shop = await openLinkShop(app);
    const { page } = await app.visitAs(shop.owner, { size: PHONE });
    await page.goto(`${app.url}/app/sales?sale=${shop.sale}`);
    const link = await linkIn(page);
    const { page: customer } = await app.visit("guest", { size: PHONE });
    const statusOf = async (address: string) => (await customer.goto(address))?.status();
    const shown = () => customer.locator("body").innerText();
    expect(await statusOf(link)).toBe(404);
    const made = page.waitForResponse((response) => response.url().endsWith("/receipt-link"));
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "WhatsApp" }).click();
    expect((await made).status()).toBe(200);
    await (await opened).close();
    await expect.poll(() => statusOf(link)).toBe(200);
    await customer.getByText("Valid receipt").waitFor();
    const text = await shown();
    for (const part of ["Linked Provisions", "Key Soap", "115.00", "Mobile money", "A*** M***"]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/Ama|Mensah|811 ?4470|For her shop|MM-77123|Esi|Quaye/);

    await shop.ask("POST", `/api/v1/customers/${shop.customer}/erase`, {});
    expect(await statusOf(link)).toBe(200);
    await customer.getByText("Key Soap").waitFor();
    expect(await shown()).not.toMatch(/Customer|\*\*\*/);

    const unknown = `${app.url}/r/${randomBytes(16).toString("base64url")}`;
    expect(await statusOf(unknown)).toBe(404);
    const nothing = await customer.content();
    expect(nothing).toContain("Receipt not found");
    for (const isOn of [false, true]) {
      await shop.ask("PUT", "/api/v1/settings/business", { receipt_links: isOn });
      await expect.poll(() => statusOf(link)).toBe(isOn ? 200 : 404);
      expect((await customer.content()) === nothing).toBe(!isOn);
    }
    // A business is deleted a month after its owner has asked for it.
    const { id } = shop.owner.tenant;
    const deletes = "update rm.rm_platform_tenants set deleted_ms = 1 where tenant_id = $1";
    await app.query(deletes, [id]);
    expect(await statusOf(link)).toBe(404);
    expect(await customer.content()).toBe(nothing);
  });

  // The last one, because the sender of the other tests has no more views then.
  test("SALE-51: is not indexed or kept, loads and runs nothing, sets no cookie, and is limited for each sender", async () => {
    const shop = await openLinkShop(app);
    const token = randomBytes(16).toString("base64url");
    const token_sha256 = createHash("sha256").update(token).digest("hex");
    await shop.ask("POST", `/api/v1/sales/${shop.sale}/receipt-link`, { token_sha256 });
    const link = `${app.url}/r/${token}`;
    const { page } = await app.visit("guest", { size: PHONE });
    await expect.poll(async () => (await page.goto(link))?.status(), PATIENCE).toBe(200);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    const headers = await (await page.goto(link))?.allHeaders();
    await page.getByText("Valid receipt").waitFor();
    await page.waitForLoadState("networkidle");
    expect(loaded).toEqual([link]);
    expect(headers).toMatchObject({
      "x-robots-tag": "noindex, nofollow",
      "cache-control": "no-store",
      "content-security-policy": expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
    });
    expect(headers).not.toHaveProperty("set-cookie");
    expect(await page.locator("script, link, img, iframe").count()).toBe(0);
    expect(await page.context().cookies()).toEqual([]);

    const view = (from: string) => statusFrom(`${app.url}/r/x`, from);
    // The minute of this sender may end meanwhile.
    const viewMore = async () => {
      await Promise.all(Array.from({ length: AT_ONCE }, () => view("127.0.0.1")));
      return (await page.goto(link))?.status();
    };
    await expect.poll(viewMore, PATIENCE).toBe(429);
    await page.getByText("Too many").waitFor();
    expect(await view("127.0.0.2")).toBe(404);
  });
});

/** A sale to a customer, with notes, that was paid in two ways, in a new shop. */
async function openLinkShop(app: OpenProduct) {
  const owner = await app.newShop("Linked Provisions");
  const add = createAdder(app, owner);
  const product_id = await add("products", { name: "Key Soap", price: 5, stock: 900 });
  const ama = { first_name: "Ama", last_name: "Mensah", phone: "024 811 4470" };
  const customer = await add("customers", ama);
  const sale = await add("sales", {
    customer_id: customer,
    items: [{ product_id, quantity: 23, unit_price: 5 }],
    notes: "For her shop",
    tenders: [
      { method: "mobile_money", amount: 15, reference: "MM-77123" },
      { method: "cash", amount: 100, given: 100 },
    ],
  });
  const ask = (method: string, path: string, body: object) =>
    app.api.ask(method, path, { as: owner, body });
  return { owner, customer, sale, ask };
}

/** The answer to a device with this address. */
const statusFrom = (address: string, localAddress: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(address, { localAddress, agent: AGENT }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode));
    }).once("error", reject);
  });
