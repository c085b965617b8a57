import { createHash, randomBytes } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { signTenant } from "#command-api/event-store/head-signer/sign-tenant.ts";
import {
  type DueHead,
  publishKeys,
} from "#command-api/event-store/head-signer/signed-head-rows.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { type Answer, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { openTenant, type TestTenant } from "#tests/integration/tills/tills.ts";
import { madeSignedHeadKeys } from "#tests/kit/fakes/signed-head-keys.ts";

let apis: Apis;
let shop: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  [shop, other] = [await openTenant(apis), await openTenant(apis)];
});

type Method = "POST" | "PUT" | "DELETE";
type Person = Parameters<TestTenant["call"]>[0];

async function write(of: TestTenant, method: Method, url: string, body: object) {
  const answer = await of.call("owner", method, url, { body });
  expect([url, answer.status]).toEqual([url, 200]);
  return answer;
}

/** A sale of two tins to Ama Mensah for 20.00 in cash, with 1.00 change. */
async function sell(of: TestTenant): Promise<string> {
  const milo = { name: "Milo <b>400g</b>", price: 9.5, stock: 5 };
  const product_id = idOf(await write(of, "POST", "/api/products.php", milo));
  const ama = { first_name: "Ama", last_name: "Mensah", phone: "024 811 4470" };
  const customer_id = idOf(await write(of, "POST", "/api/customers.php", ama));
  const tenders = [{ method: "cash", amount: 19, given: 20 }];
  const items = [{ product_id, quantity: 2, unit_price: 9.5 }];
  const notes = "For her shop";
  return idOf(await write(of, "POST", "/api/sales.php", { items, customer_id, tenders, notes }));
}

const newToken = (): string => randomBytes(16).toString("base64url");
const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

const link = (of: TestTenant, sale: string, token: string, as: Person = "owner") =>
  of.call(as, "POST", `/api/v1/sales/${sale}/receipt-link`, {
    body: { token_sha256: hashOf(token) },
  });

async function share(of: TestTenant, sale: string): Promise<string> {
  const token = newToken();
  expect((await link(of, sale, token)).status).toBe(200);
  return token;
}

/** As a browser does. */
const open = (token: string) =>
  apis.apps.query.inject({
    method: "GET",
    url: `/r/${token}`,
    headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  });

/** The page of the receipt, once the read model has its link. */
async function shown(token: string): Promise<string> {
  return expect
    .poll(async () => {
      const { statusCode, body } = await open(token);
      return statusCode === 200 ? body : undefined;
    })
    .toBeDefined()
    .then(async () => (await open(token)).body);
}

const refused = ({ status, body }: Answer) => [status, body];

describe("the page of a receipt", () => {
  test("SALE-50: shows the receipt to anyone with its address, with the customer's name masked", async () => {
    await write(shop, "PUT", "/api/v1/settings/business", {
      business_name: "Ama's & Co",
      phone: "024 455 0182",
      receipt_footer: "Thank you",
    });
    const page = await shown(await share(shop, await sell(shop)));
    for (const text of [
      "Valid receipt",
      "Ama's &amp; Co",
      '<a href="tel:0244550182">024 455 0182</a>',
      "<dt>Receipt</dt><dd>1-1-1</dd>",
      "<dt>Customer</dt><dd>A*** M***</dd>",
      "Milo &lt;b&gt;400g&lt;/b&gt;<small>2 × GH₵9.50</small></dt><dd>GH₵19.00</dd>",
      "<dt>Total</dt><dd>GH₵19.00</dd>",
      "<dt>Cash</dt><dd>GH₵20.00</dd>",
      "<dt>Change</dt><dd>GH₵1.00</dd>",
      "Thank you",
    ]) {
      expect(page).toContain(text);
    }
    expect(page).not.toMatch(/Mensah|811 ?4470|For her shop|<script|<b>400g/);
  });

  test("TAX-04: has the TIN of a registered shop, and only of this one", async () => {
    const token = await share(shop, await sell(shop));
    expect(await shown(token)).not.toContain("TIN");
    const registered = { tax_profile: "registered", tin: "C0001234567" };
    await write(shop, "PUT", "/api/v1/settings/business", registered);
    await expect.poll(async () => (await open(token)).body).toContain("<p>TIN C0001234567</p>");
    expect(await shown(await share(other, await sell(other)))).not.toContain("TIN");
    await write(shop, "PUT", "/api/v1/settings/business", { tax_profile: "unregistered" });
    await expect.poll(async () => (await open(token)).body).not.toContain("TIN");
  });

  test("SALE-51: is not indexed, kept or followed by its address, and sets no cookie", async () => {
    const token = await share(shop, await sell(shop));
    await shown(token);
    const { headers } = await open(token);
    expect(headers).toMatchObject({
      "x-robots-tag": "noindex, nofollow",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers).not.toHaveProperty("set-cookie");
  });

  test("SALE-52: says at once that the sale is void", async () => {
    const sale = await sell(shop);
    const token = await share(shop, sale);
    expect(await shown(token)).toContain("Valid receipt");
    await write(shop, "DELETE", "/api/sales.php", { id: sale, reason: "Wrong amount" });
    const { body } = await open(token);
    expect(body).toContain("VOID: the shop voided this sale on ");
    expect(body).not.toMatch(/Valid receipt|Wrong amount/);
  });

  test("SALE-53: has no name of a customer who was erased", async () => {
    const token = await share(shop, await sell(shop));
    expect(await shown(token)).toContain("A*** M***");
    const [customer] = await apis.query<{ id: string }>(
      "select customer_id as id from rm.rm_customers where tenant_id = $1",
      [shop.tenantId],
    );
    await write(shop, "POST", `/api/v1/customers/${customer?.id}/erase`, {});
    expect((await open(token)).body).not.toContain("Customer");
  });

  test("SALE-54: is not there for another token, a hash, another form, a shop that turned it off, or a deleted one", async () => {
    const token = await share(shop, await sell(shop));
    await shown(token);
    for (const wrong of [newToken(), hashOf(token), token.slice(1), `${token}A`, "%00", "..%2f"]) {
      const { statusCode, body } = await open(wrong);
      expect([wrong, statusCode >= 400 && statusCode < 500]).toEqual([wrong, true]);
      expect(body).not.toContain("Milo");
    }
    await write(shop, "PUT", "/api/v1/settings/business", { receipt_links: false });
    await expect.poll(async () => (await open(token)).statusCode).toBe(404);
    expect((await open(token)).body).toContain("Receipt not found");
    expect(refused(await link(shop, await sell(shop), newToken()))).toMatchObject([
      409,
      { code: "receipt-links-off" },
    ]);
    await write(shop, "PUT", "/api/v1/settings/business", { receipt_links: true });
    await expect.poll(async () => (await open(token)).statusCode).toBe(200);

    await apis.query("update rm.rm_platform_tenants set deleted_ms = 1 where tenant_id = $1", [
      shop.tenantId,
    ]);
    expect((await open(token)).statusCode).toBe(404);
  });

  test("SALE-55: proves that the sale is in the signed log, once it is signed", async () => {
    const token = await share(shop, await sell(shop));
    const page = await shown(token);
    expect(page).toMatch(/Event \d+ in the log of this shop/);
    expect(page).toContain("This sale will be in the next checkpoint");
    expect(page).toMatch(/SHA-256 [0-9a-f]{64}/);

    const [head] = await apis.query<DueHead>(
      `select tenant_id as "tenantId", seq::int, chain from es.tenant_heads where tenant_id = $1`,
      [shop.tenantId],
    );
    if (!head) throw new Error("no log");
    const keys = madeSignedHeadKeys();
    await publishKeys(apis.as("relay"), keys.publicKeys, Date.now());
    await signTenant(apis.as("relay"), head, { keys, clock: Date.now });
    const { body } = await open(token);
    expect(body).toContain(
      `with ${head.seq} events, and this sale is among them: checked just now. <a href="/checkpoints/${shop.tenantId}/${head.seq}">`,
    );
    // A sale that was changed in the database is not among them any longer.
    await apis.query(
      "update es.events set data = replace(data::text, '1900', '1800')::json where tenant_id = $1 and type = 'SaleRecorded'",
      [shop.tenantId],
    );
    expect((await open(token)).body).not.toContain("checked just now");
  });
});

describe("a link to a receipt", () => {
  test("SALE-56: is made once, and the log holds only the hash of its token", async () => {
    const sale = await sell(shop);
    const token = newToken();
    expect((await link(shop, sale, token)).status).toBe(200);
    expect((await link(shop, sale, token)).status).toBe(200);
    const events = await apis.query<{ data: unknown }>(
      "select data from es.events where tenant_id = $1 and type = 'ReceiptLinkMade'",
      [shop.tenantId],
    );
    expect(events).toEqual([{ data: { saleId: sale, tokenSha256: hashOf(token) } }]);
  });

  test("SALE-56: is made by those who see customers, of a sale of their own shop", async () => {
    const sale = await sell(shop);
    const theirs = await sell(other);
    expect((await link(shop, sale, newToken(), "cashier")).status).toBe(200);
    expect((await link(shop, sale, newToken(), "stock_keeper")).status).toBe(403);
    for (const unknown of [theirs, "ffffffff-ffff-4fff-bfff-ffffffffffff", "x"]) {
      expect((await link(shop, unknown, newToken())).status).toBe(404);
    }
  });

  test("SALE-56: that another shop makes with the same token opens the receipt that it opened before", async () => {
    const token = await share(shop, await sell(shop));
    expect(await shown(token)).toContain("1-1-1");
    await sell(other);
    const second = await sell(other);
    expect((await link(other, second, token)).status).toBe(200);
    await shown(await share(other, second));
    expect((await open(token)).body).toContain("<dd>1-1-1</dd>");
  });
});
