import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ProductItem } from "#kernel/contract/api/product.ts";
import { type ProductRow, toProductItem } from "#query-api/product/products.query.ts";
import { imagineProducts } from "#tests/kit/builders/imagine-products.ts";

import { type Identity, openQueryApi, type QueryApi } from "./query-api.ts";
import { insertRows } from "./tenant-rows.ts";
import { FOREIGN, OWN } from "./two-tenants.ts";

// The list of products as SQL writes it, and as it is built from its rows and written by the schema:
// every byte is the same. Both tenants have products of the same ids.

const LIST = "/api/products.php";
const PRODUCTS = 600;

let api: QueryApi;
beforeAll(async () => {
  api = await openQueryApi({ keeps: true });
  await api.admin.query("truncate rm.rm_products");
  for (const [tenant_id, seed] of [
    [OWN, 23],
    [FOREIGN, 24],
  ] as const) {
    const rows = imagineProducts(PRODUCTS, seed).map((row) => ({ tenant_id, ...row }));
    await insertRows(api.admin, "rm.rm_products", rows);
  }
});
afterAll(() => api.close());

const Rows = z.array(z.custom<ProductRow>(() => true));

/** The list as it is built from the rows of a tenant. */
async function built(tenantId: string, which: string, part = ""): Promise<string> {
  const { rows } = await api.admin.query<{ product: unknown }>(
    `select row_to_json(p) as product from rm.rm_products p where p.tenant_id = $1 and ${which}
      order by lower(p.name), p.product_id ${part}`,
    [tenantId],
  );
  const data = Rows.parse(rows.map(({ product }) => product)).map(toProductItem);
  return JSON.stringify(z.encode(success(z.array(ProductItem)), { success: true, data }));
}

const payloadOf = async (url: string, as: Identity): Promise<string> => {
  const { payload } = await api.get(url, as, { "accept-encoding": "identity" });
  return payload;
};

const SINCE = "2026-03-01T00:00:00Z";
const NAMED = "strpos(lower(concat_ws(E'\\n', name, sku, barcodes, category)), '\"') > 0";
const VARIANTS = [
  ["", "not archived", ""],
  ["?archived=true", "archived", ""],
  ["?limit=50", "not archived", "limit 50"],
  ["?limit=50&page=3", "not archived", "limit 50 offset 100"],
  ["?page=1000", "not archived", "limit 0"],
  [`?since=${SINCE}`, `updated_ms >= ${Date.parse(SINCE)}`, ""],
  ["?search=%22", `not archived and ${NAMED}`, ""],
  ["?search=none of these", "false", ""],
] as const;

describe.each([
  ["owner", OWN],
  ["manager", OWN],
  ["foreign owner", FOREIGN],
] as const)("for the %s, the list of products", (identity, tenantId) => {
  test.each(VARIANTS)("%s is what its rows say, byte for byte", async (query, which, part) => {
    const expected = await built(tenantId, which, part);
    expect(await payloadOf(`${LIST}${query}`, identity)).toBe(expected);
    // Again, from memory if it was kept.
    expect(await payloadOf(`${LIST}${query}`, identity)).toBe(expected);
  });
});

test.each(["cashier", "stock_keeper", "accountant", "auditor"] as const)(
  "a %s gets the list that its role may see",
  async (identity) => {
    expect(await payloadOf(LIST, identity)).toBe(await built(OWN, "not archived"));
    const archived = await api.get(`${LIST}?archived=true`, identity);
    expect(archived.statusCode).toBe(403);
  },
);

test("the list has products without a detail and with each, and most names are strange", async () => {
  const list = await built(OWN, "not archived");
  expect(JSON.parse(list)).toMatchObject({ success: true });
  for (const column of ["description", "sku", "category", "unit", "cost", "reorder_point"]) {
    expect(list.split(`"${column}":null`).length).toBeGreaterThan(100);
    expect(list.match(new RegExp(`"${column}":(?!null)`, "g"))?.length).toBeGreaterThan(100);
  }
  expect(list.match(/"name":"[^"]*\\/g)?.length).toBeGreaterThan(100);
});

test("a JSON null is no unit and no barcode", async () => {
  await api.admin.query(
    "update rm.rm_products set unit = 'null', barcodes = 'null' where tenant_id = $1 and version % 2 = 0",
    [OWN],
  );
  // No event says that it changed, so this list must be one that was not kept.
  const url = `${LIST}?search=%22`;
  expect(await payloadOf(url, "owner")).toBe(await built(OWN, `not archived and ${NAMED}`));
});

test("its pages by cursor are the whole list", async () => {
  const whole = await payloadOf(`${LIST}?since=2020-01-01T00:00:00Z`, "owner");
  const items: unknown[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const url = `${LIST}?since=2020-01-01T00:00:00Z&limit=37${cursor && `&cursor=${cursor}`}`;
    const page = await api.get(url);
    items.push(...page.json<{ data: unknown[] }>().data);
    expect(page.headers["x-total-count"]).toBe(cursor === "" ? String(PRODUCTS) : undefined);
    cursor = page.headers["x-next-cursor"]?.toString();
  }
  expect(items).toHaveLength(PRODUCTS);
  expect(JSON.stringify({ success: true, data: items })).toBe(whole);
});
