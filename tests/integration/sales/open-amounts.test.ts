import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";

import { ProductId } from "#kernel/contract/ids.ts";
import { openItemId } from "#kernel/node/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import { openTenant, type TestTenant } from "#tests/integration/tills/tills.ts";

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

const PATH = "/api/v1/sales";
const LEGACY = "/api/sales.php";

type Item = Readonly<Record<string, unknown>>;

const amount = (of: TestTenant, part: Item = {}): Item => ({
  product_id: openItemId(of.tenantId),
  quantity: 1,
  unit_price: 12.5,
  open: true,
  name: "Broom",
  ...part,
});

type Person = Parameters<TestTenant["call"]>[0];
type Selling = Readonly<{ items: readonly Item[] } & Record<string, unknown>>;

const sell = (of: TestTenant, as: Person, body: Selling, path = PATH) =>
  of.call(as, "POST", path, { body });

const addMilo = async (of: TestTenant): Promise<string> =>
  idOf(
    await of.call("owner", "POST", "/api/products.php", {
      body: { name: "Milo", price: 10, stock: 3 },
    }),
  );

const Products = z.object({ data: z.array(z.object({ id: z.string(), stock: z.number() })) });
const stockOf = async (of: TestTenant): Promise<number | undefined> =>
  Products.parse((await of.call("owner", "GET", "/api/products.php")).body).data[0]?.stock;

const Detail = z.object({
  data: z.object({
    total_amount: z.number(),
    items: z.array(z.object({ product_id: z.string(), name: z.string(), total: z.number() })),
  }),
});

async function detailOf(of: TestTenant, id: string) {
  return Detail.parse((await of.call("owner", "GET", `${PATH}/${id}`)).body).data;
}

const code = (answer: { status: number; body: unknown }) => [
  answer.status,
  z.object({ code: z.optional(z.string()) }).parse(answer.body).code,
];

test("SELL-83: a cashier sells amounts beside a product; only the product moves stock, and the void gives it back", async () => {
  const milo = await addMilo(shop);
  const items = [
    { product_id: milo, quantity: 2, unit_price: 10 },
    amount(shop),
    amount(shop, { name: "", unit_price: 3, quantity: 2 }),
  ];
  const answer = await sell(shop, "cashier", { items });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ data: { total_amount: 38.5, receipt_number: "1-1-1" } });
  const id = idOf(answer);
  expect((await detailOf(shop, id)).items.map(({ name, total }) => [name, total])).toEqual([
    ["Milo", 20],
    ["Broom", 12.5],
    ["Other items", 6],
  ]);
  expect(await stockOf(shop)).toBe(1);
  const [event] = await apis.query<{ data: { lines: object[] } }>(
    "select data from es.events where tenant_id = $1 and type = 'SaleRecorded'",
    [shop.tenantId],
  );
  expect(event?.data.lines).toMatchObject([
    { productId: milo },
    { name: "Broom", open: true, listPriceMinor: 1250, unitPriceMinor: 1250 },
    { name: "Other items", open: true },
  ]);
  const { body: report } = await shop.call("owner", "GET", "/api/v1/reports/product");
  expect(JSON.stringify(report)).toContain("Other items");
  expect((await shop.call("owner", "DELETE", `${LEGACY}?id=${id}`)).status).toBe(200);
  expect(await stockOf(shop)).toBe(3);
});

test("SELL-83: the reserved id is that of its own business, and only with `open`", async () => {
  const milo = await addMilo(shop);
  expect(openItemId(shop.tenantId)).not.toBe(openItemId(other.tenantId));
  for (const item of [
    amount(shop, { product_id: openItemId(other.tenantId) }),
    amount(shop, { product_id: milo }),
    amount(shop, { open: false }),
    amount(shop, { product_id: "x" }),
  ]) {
    expect(code(await sell(shop, "owner", { items: [item] }))).toEqual([404, "product-not-found"]);
  }
  for (const of of [shop, other]) {
    expect((await sell(of, "cashier", { items: [amount(of)] })).status).toBe(200);
  }
});

test("SELL-83: an amount is above 0, and discounts and gifts have the limits of any line", async () => {
  for (const unit_price of [0, -1]) {
    const answer = await sell(shop, "owner", { items: [amount(shop, { unit_price })] });
    expect(answer.status).toBe(400);
  }
  const items = [amount(shop)];
  const off = (percent: number) => ({ items, discounts: [{ item: 0, percent }] });
  expect(code(await sell(shop, "cashier", off(10)))).toEqual([403, "discount-refused"]);
  expect((await sell(shop, "manager", off(10))).status).toBe(200);
  for (const as of ["stock_keeper", "accountant", "auditor"] as const) {
    expect((await sell(shop, as, { items })).status).toBe(403);
  }
});

test("SELL-83: an amount is never short, and is sent again once", async () => {
  const milo = await addMilo(shop);
  const short = { product_id: milo, quantity: 4, unit_price: 10 };
  const refused = await sell(shop, "owner", { items: [amount(shop, { quantity: 900 }), short] });
  expect(code(refused)).toEqual([409, "insufficient-stock"]);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { items: [amount(shop, { quantity: 900 })] };
  const first = await shop.call("cashier", "POST", PATH, { body, headers });
  const again = await shop.call("cashier", "POST", PATH, { body, headers });
  expect([first.status, again.body]).toEqual([200, first.body]);
});

test("SELL-56: the first route takes products only", async () => {
  expect(ProductId.safeParse(openItemId(shop.tenantId)).success).toBe(true);
  const answer = await sell(shop, "owner", { items: [amount(shop)] }, LEGACY);
  expect(code(answer)).toEqual([404, "product-not-found"]);
});
