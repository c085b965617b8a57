import { gunzipSync } from "node:zlib";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { SaleItem } from "#kernel/contract/api/sale.ts";
import { type SaleRow, toSaleItem } from "#kernel/contract/sale-item.ts";
import { imagineSales, NAMES } from "#tests/kit/builders/imagine-sales.ts";

import { type Identity, openQueryApi, type QueryApi } from "./query-api.ts";
import { insertRows } from "./tenant-rows.ts";
import { FOREIGN, OWN, type Row } from "./two-tenants.ts";

// The list of sales as the projection stored it, and as the API builds it from the rows of an older
// build: every byte and header is the same. Both tenants have sales and customers of the same ids.

let api: QueryApi;
const SHOPS = [
  ["owner", OWN, 17],
  ["foreign owner", FOREIGN, 18],
] as const;
const customers = NAMES.map(([id, first_name, last_name]) => ({ id, first_name, last_name }));
const sold = new Map<Identity, readonly Row[]>();

beforeAll(async () => {
  api = await openQueryApi();
  const { admin } = api;
  await admin.query("truncate rm.rm_sales, rm.rm_customers");
  for (const [owner, tenant_id, seed] of SHOPS) {
    const rows = imagineSales(seed);
    sold.set(owner, rows);
    const of = (some: readonly Row[]) => some.map((row) => ({ tenant_id, ...row }));
    await insertRows(admin, "rm.rm_sales", of(rows));
    const named = customers.map(({ id, ...names }) => ({ ...CUSTOMER, customer_id: id, ...names }));
    await insertRows(admin, "rm.rm_customers", of(named));
  }
  await admin.query(
    "create table public.stored as select tenant_id, sale_id, listed from rm.rm_sales",
  );
});
afterAll(() => api.close());

const Listed = z.custom<SaleRow>();
const CUSTOMER = { archived: false, version: 1, created_ms: 1, updated_ms: 1 };

/** All rows as a newer build wrote them, then those without a text as an older one did. */
async function forget(which: string): Promise<void> {
  await api.admin.query(
    `update rm.rm_sales s set listed = case when not (${which}) then k.listed end
       from public.stored k where k.tenant_id = s.tenant_id and k.sale_id = s.sale_id`,
  );
}
beforeEach(() => forget("false"));

const LIST = "/api/sales.php";
const URLS = [
  LIST,
  `${LIST}?limit=1`,
  `${LIST}?limit=50&page=3`,
  `${LIST}?page=1000`,
  `${LIST}?since=2026-02-01T00:00:00Z`,
  `${LIST}?since=2026-02-01T00:00:00Z&limit=10&page=2`,
  `${LIST}?search=boss`,
  `${LIST}?search=1-2-4&limit=5`,
  `${LIST}?search=none of these`,
  `${LIST}?state=all`,
  `${LIST}?state=voided`,
  `${LIST}?state=all&payment_method=cash&limit=5`,
];
const CODINGS = ["identity", "gzip", "br"];

async function answers(): Promise<unknown[]> {
  const told = [];
  for (const [identity] of SHOPS) {
    for (const url of URLS) {
      for (const coding of CODINGS) {
        const asked = { "accept-encoding": coding };
        const { statusCode, headers, rawPayload } = await api.get(url, identity, asked);
        const same = { ...headers, "x-request-id": undefined, date: undefined };
        told.push([identity, url, coding, statusCode, same, rawPayload.toString("base64")]);
      }
    }
  }
  return told;
}

test("a list of stored texts is that of rows without them, in every byte and header", async () => {
  const stored = await answers();
  expect(JSON.stringify(stored)).toContain("x-next-cursor");
  for (const which of ["true", "s.item_count % 2 = 0", "s.customer_id is null"]) {
    await forget(which);
    expect(await answers()).toEqual(stored);
  }
});

test("it is what the rows of the tenant say, checked and written by the schema", async () => {
  const names = new Map(customers.map(({ id, ...named }) => [String(id), named]));
  const NONE = { first_name: null, last_name: null };
  for (const [identity] of SHOPS) {
    const rows = (sold.get(identity) ?? []).filter(({ voided_ms }) => voided_ms === undefined);
    const items = rows
      .map((row) => Listed.parse({ ...row, ...(names.get(String(row["customer_id"])) ?? NONE) }))
      .toSorted((a, b) => b.occurred_ms - a.occurred_ms || (a.sale_id < b.sale_id ? 1 : -1))
      .map(toSaleItem);
    const expected = z.encode(success(z.array(SaleItem)), { success: true, data: items });
    const { payload } = await api.get(LIST, identity, { "accept-encoding": "identity" });
    expect(items.length).toBeGreaterThan(200);
    expect(payload).toBe(JSON.stringify(expected));
  }
});

test("its pages by cursor are the whole list", async () => {
  const whole = await api.get(LIST);
  for (const which of ["false", "s.item_count % 3 = 0"]) {
    await forget(which);
    const items: unknown[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const page = await api.get(`${LIST}?limit=37${cursor && `&cursor=${cursor}`}`);
      items.push(...page.json<{ data: unknown[] }>().data);
      cursor = page.headers["x-next-cursor"]?.toString();
    }
    expect(JSON.stringify({ success: true, data: items })).toBe(whole.payload);
  }
});

test("it is compressed, and not sent again to a client that has it", async () => {
  const { headers, payload } = await api.get(LIST);
  const packed = await api.get(LIST, "owner", { "accept-encoding": "gzip" });
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", etag: headers.etag });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(payload);
  const again = await api.get(LIST, "owner", { "if-none-match": headers.etag ?? "" });
  expect([again.statusCode, again.payload]).toEqual([304, ""]);
});
