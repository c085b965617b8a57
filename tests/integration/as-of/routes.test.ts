import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { Lineage } from "#kernel/contract/api/lineage.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { type Answer, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { ROLES } from "#tests/integration/command-api/routes/identities.ts";

const PAGES = [
  "/api/dashboard.php",
  "/api/v1/today",
  "/api/sales/reports.php",
  "/api/v1/reports/product",
  "/api/v1/reports/category",
  "/api/v1/reports/day",
  "/api/v1/reports/hour",
  "/api/v1/reports/staff",
  "/api/v1/reports/tax",
  "/api/v1/reports/payment-method",
  "/api/products.php",
  "/api/sales.php",
  "/api/v1/sales",
  "/api/v1/sales?sort=largest",
  "/api/v1/sales?sort=oldest",
  "/api/v1/sales/sums",
  "/api/customers.php",
];
const AUDITORS = new Set<string>(["owner", "accountant", "auditor"]);

let apis: Apis;
let product: string;
let sale: string;
/** The event of the sale, before its void. */
let sold: number;
let voided: number;

const command = async (url: string, body: object): Promise<string> =>
  idOf(await apis.askOf.command("POST", url, { body }));
const read = (url: string, more: object = {}): Promise<Answer> =>
  apis.askOf.query("GET", url, more);
const pastOf = (url: string, asOf: string | number, more: object = {}): Promise<Answer> =>
  read(`${url}${url.includes("?") ? "&" : "?"}as_of=${encodeURIComponent(asOf)}`, more);

const Seq = z.object({ seq: z.int(), atMs: z.number() });

async function head(): Promise<z.infer<typeof Seq>> {
  const rows = await apis.query(
    `select e.seq::int, e.recorded_ms::float8 as "atMs" from es.events e
      where e.tenant_id = (select tenant_id from es.events where stream_id = $1 limit 1)
      order by e.seq desc limit 1`,
    [product],
  );
  return Seq.parse(rows[0]);
}

beforeAll(async () => {
  apis = await openApis();
  product = await command("/api/products.php", { name: "Milo", price: 4.5, stock: 10 });
  const customer = { first_name: "Efua", last_name: "Then" };
  const customerId = await command("/api/customers.php", customer);
  sale = await command("/api/sales.php", {
    customer_id: customerId,
    payment_method: "cash",
    items: [{ product_id: product, quantity: 2, unit_price: 4.5 }],
  });
  sold = (await head()).seq;
  await apis.askOf.command("PUT", "/api/products.php", { body: { id: product, name: "Milo now" } });
  await apis.askOf.command("PUT", "/api/customers.php", {
    body: { id: customerId, first_name: "Abena" },
  });
  await apis.askOf.command("DELETE", `/api/sales.php?id=${sale}`);
  voided = (await head()).seq;
});
afterAll(() => apis.close());

const Listed = z.object({
  data: z.array(z.looseObject({ id: z.string(), name: z.optional(z.string()) })),
});
const listed = ({ body }: Answer) => Listed.parse(body).data;
const own = (answer: Answer, id: string) => listed(answer).find((item) => item.id === id);

describe("as of a moment before the void", () => {
  test("the list shows the sale with the name it had then; now it does not", async () => {
    expect(own(await read("/api/sales.php"), sale)).toBeUndefined();
    expect(own(await pastOf("/api/sales.php", sold), sale)).toMatchObject({
      total_amount: 9,
      first_name: "Efua",
    });
    expect(own(await pastOf("/api/sales.php", sold - 1), sale)).toBeUndefined();
  });

  test("its detail is not voided, and does not exist before the sale", async () => {
    const detail = `/api/v1/sales/${sale}`;
    expect((await pastOf(detail, sold)).body).toMatchObject({
      data: { voided: false, void_reason: null },
    });
    expect((await pastOf(detail, voided)).body).toMatchObject({ data: { voided: true } });
    expect((await pastOf(detail, sold - 1)).status).toBe(404);
  });

  test("the product has the name, stock and movements it had then", async () => {
    expect(own(await pastOf("/api/products.php", sold), product)).toMatchObject({
      name: "Milo",
      stock: 8,
    });
    expect(own(await pastOf("/api/products.php", sold - 1), product)).toMatchObject({ stock: 10 });
    const movements = `/api/v1/products/${product}/movements`;
    expect((await pastOf(movements, sold)).body).toMatchObject({
      data: { items: [{ kind: "sale", after: 8 }, { kind: "opening" }] },
    });
  });

  test("the dashboard counts the sale, and a void subtracts it", async () => {
    const totals = async (asOf: number) => (await pastOf("/api/dashboard.php", asOf)).body;
    expect(await totals(sold)).toMatchObject({ data: { totalSales: 9, totalOrders: 1 } });
    expect(await totals(sold - 1)).toMatchObject({ data: { totalSales: 0, totalOrders: 0 } });
    expect(await totals(voided)).toMatchObject({ data: { totalSales: 0, totalOrders: 0 } });
  });
});

test.each(PAGES)("%s as of the last event equals the present answer", async (url) => {
  const { seq } = await head();
  const [past, now] = [await pastOf(url, seq), await read(url)];
  expect(past.headers["x-as-of"]).toBe(String(seq));
  expect(past.text).toBe(now.text);
});

test("a time means the last event until then", async () => {
  const { seq, atMs } = await head();
  const at = async (ms: number) =>
    (await pastOf("/api/products.php", new Date(ms).toISOString())).headers["x-as-of"];
  expect(await at(atMs)).toBe(String(seq));
  expect(Number(await at(atMs - 1))).toBeLessThan(seq);
  const before = await pastOf("/api/products.php", "2001-01-01T00:00:00+01:00");
  expect([before.headers["x-as-of"], listed(before)]).toEqual(["0", []]);
});

test("a future moment is rejected", async () => {
  const { seq } = await head();
  const later = new Date(Date.now() + 3_600_000).toISOString();
  for (const asOf of [seq + 1, later]) {
    expect((await pastOf("/api/products.php", asOf)).body).toMatchObject({
      code: "as-of-ahead",
    });
  }
});

test("only roles that may audit can ask about the past", async () => {
  for (const as of ROLES) {
    for (const url of PAGES) {
      const [now, past] = [await read(url, { as }), await pastOf(url, sold, { as })];
      const allowed = now.status === 200 && AUDITORS.has(as);
      expect([as, url, past.status]).toEqual([as, url, allowed ? 200 : 403]);
    }
  }
});

test("a tag of one moment never matches another", async () => {
  const first = await pastOf("/api/dashboard.php", sold);
  const headers = { "if-none-match": String(first.headers["etag"]) };
  expect((await pastOf("/api/dashboard.php", sold, { headers })).status).toBe(304);
  expect((await pastOf("/api/dashboard.php", voided, { headers })).status).toBe(200);
  expect((await read("/api/dashboard.php", { headers })).status).toBe(200);
});

describe("lineage", () => {
  const opened = async (query: string, more: object = {}): Promise<Lineage> => {
    const answer = await read(`/api/v1/audit/lineage?${query}`, more);
    return z.object({ data: Lineage }).parse(answer.body).data;
  };

  test("the takings open the sale and its void", async () => {
    const { value, unit, lines } = await opened("figure=sales.total");
    expect([value, unit]).toEqual([0, "minor"]);
    expect(lines).toMatchObject([
      { seq: sold, type: "SaleRecorded", share: 900, running: 900, about: sale },
      { seq: voided, type: "SaleVoided", share: -900, running: 0, about: sale },
    ]);
  });

  test("before the void they open the sale alone", async () => {
    const { value, lines } = await opened(`figure=sales.total&as_of=${sold}`);
    expect([value, lines.length]).toEqual([900, 1]);
  });

  test("stock opens its movements, page by page", async () => {
    const query = `figure=stock&about=${product}&limit=2`;
    const first = await opened(query);
    expect(first.lines.map(({ share, running }) => [share, running])).toEqual([
      [10, 10],
      [-2, 8],
    ]);
    const rest = await opened(`${query}&cursor=${first.next_cursor ?? ""}`);
    expect(rest.lines.map(({ type, running }) => [type, running])).toEqual([["SaleVoided", 10]]);
    expect([rest.next_cursor, rest.value]).toEqual([null, 10]);
  });

  test("another tenant's product and sale are not found", async () => {
    const of = (query: string) =>
      read(`/api/v1/audit/lineage?${query}`, { as: "foreign owner" }).then(({ body }) => body);
    expect(await of(`figure=stock&about=${product}`)).toMatchObject({ code: "product-not-found" });
    expect(await of(`figure=sale.total&about=${sale}`)).toMatchObject({ code: "sale-not-found" });
    expect(await of("figure=sales.total")).toMatchObject({ data: { value: 0, lines: [] } });
  });
});
