import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import type { ListQuery } from "#kernel/contract/api/listing.ts";
import { connectClient, createClient, type Client } from "#kernel/node/postgres/connections.ts";
import { CUSTOMER_TEXTS } from "#query-api/customer/customers.query.ts";
import { toFilter, toPart } from "#query-api/listing.ts";
import { PRODUCT_TEXTS } from "#query-api/product/products.query.ts";
import { SALE_TEXTS } from "#query-api/sale/sales.query.ts";
import { openQueryApi, type QueryApi } from "#tests/integration/query-api/query-api.ts";
import { ID, NOW_MS, OWN } from "#tests/integration/query-api/two-tenants.ts";
import { createPagesReader } from "#tests/kit/database/pages-read.ts";
import { row } from "#tests/scorecard/row.ts";

let api: QueryApi;
let reader: Client;
let pagesRead: ReturnType<typeof createPagesReader>;
const ROWS = 100_000;

beforeAll(async () => {
  api = await openQueryApi();
  reader = await connectClient(createClient(api.connection));
  pagesRead = createPagesReader(reader, { tenantId: OWN, nowMs: NOW_MS });
  const fill = async (table: string, sql: string): Promise<void> => {
    await api.admin.query(`insert into rm.${table} ${sql} from generate_series(1, ${ROWS}) i`, [
      OWN,
    ]);
    await api.admin.query(`vacuum analyze rm.${table.split(" ")[0]}`);
  };
  await fill(
    "rm_products (tenant_id, product_id, name, sku, price_minor, currency, stock, version, created_ms, updated_ms)",
    "select $1, gen_random_uuid(), 'Bulk ' || i, 'S' || i, 100, 'GHS', 5, 1, 0, 1000 + i",
  );
  await fill(
    "rm_customers (tenant_id, customer_id, first_name, last_name, email, version, created_ms, updated_ms)",
    "select $1, gen_random_uuid(), 'Bulk ' || i, 'own', 'own@example.com', 1, i, i",
  );
  await fill(
    `rm_sales (tenant_id, sale_id, receipt_number, store, register, occurred_ms, recorded_ms, business_date, currency,
      customer_id, cashier_id, total_minor, tax_minor, tax, item_count, payment_method, tenders, lines)`,
    `select $1, gen_random_uuid(), 1000 + i, 1, 2, 1000 * (i / 3), 0, '1970-01-01', 'GHS', '${ID.efua}', '${ID.efua}',
       100, 0, '{"mode":"inclusive","rateBp":0}', 1, 'cash', '[]',
       '[{"productId":"${ID.rice}","name":"Rice","quantity":1,"unitPriceMinor":100,"totalMinor":100}]'`,
  );
}, 240_000);
afterAll(async () => {
  await reader.end();
  await api.close();
});

const LISTS = ["/api/products.php", "/api/customers.php", "/api/sales.php"];
const Ids = z.object({ data: z.array(z.object({ id: z.string() })) });

async function page(url: string) {
  const answer = await api.get(url);
  expect([url, answer.statusCode]).toEqual([url, 200]);
  const ids = Ids.parse(answer.json()).data.map(({ id }) => id);
  return { ids, next: answer.headers["x-next-cursor"], total: answer.headers["x-total-count"] };
}

test.each(LISTS)(
  "API-06: %s is refused when it is no number, and clamped when too large",
  async (url) => {
    for (const limit of ["-1", "0", "abc", "1e9", "1.5"]) {
      expect((await api.get(`${url}?limit=${limit}`)).statusCode).toBe(400);
      expect((await api.get(`${url}?page=${limit}`)).statusCode).toBe(400);
    }
    expect((await page(`${url}?limit=10&page=1000000000`)).ids).toEqual([]);
    expect((await api.get(`${url}?cursor=WyJhIiwiYiJd`)).statusCode).toBe(400);
  },
);

row(
  38,
  "a list of 100,000 sales is cut off at 1,000, whatever limit is asked for",
  async (proof) => {
    let most = 0;
    for (const query of ["", "?limit=1000000000", "?limit=100000&page=2"]) {
      most = Math.max(most, (await page(`/api/sales.php${query}`)).ids.length);
    }
    proof.figure("sales in one answer", most, { atMost: 1_000 });
    const { rows } = await api.admin.query<{ count: string }>(
      "select count(*) from (select 1 from rm.rm_sales where tenant_id = $1 limit 1000000000) s",
      [OWN],
    );
    proof.control("sales that an unlimited answer would have", Number(rows[0]?.count), {
      atLeast: 100_000,
    });
  },
);

/** 60 pages in sequence and 20 far apart: how many products or sales they show, and a cursor far in. */
async function walk(url: string) {
  const seen = new Set<string>();
  let cursor = "";
  for (let index = 0; index < 60; index++) {
    const { ids, next } = await page(`${url}?limit=100${cursor && `&cursor=${cursor}`}`);
    for (const id of ids) seen.add(id);
    cursor = String(next);
  }
  for (let index = 1; index <= 20; index++) {
    const { next } = await page(`${url}?limit=100&page=${index * 45}`);
    cursor = String(next);
  }
  for (const search of ["bulk 777", "1-2-10077", "efua", ID.rice.slice(-8)]) {
    await page(`${url}?limit=100&search=${search}`);
  }
  return { seen: seen.size, cursor };
}

/**
 * How many database pages the first page of the list reads, and one far in: at most twice what they read
 * now. A far page of products reads the names before it, as row-level security comes before `lower`.
 */
const READS = [
  { url: "/api/products.php", list: PRODUCT_TEXTS, first: 5_200, far: 40_000 },
  { url: "/api/customers.php", list: CUSTOMER_TEXTS, first: 3_100, far: 32 },
  { url: "/api/sales.php", list: SALE_TEXTS, first: 840, far: 850 },
] as const;

test.each(READS)(
  "a page of $url over 100,000 rows reads little at any position",
  async ({ url, list, ...most }) => {
    const before = process.memoryUsage().rss;
    const { seen, cursor } = await walk(url);
    const grownMb = Math.round((process.memoryUsage().rss - before) / 1_048_576);
    expect(seen).toBe(6_000);
    expect(grownMb).toBeLessThan(100);
    const reads = (query: ListQuery) => {
      const args = { ...toPart({ limit: 100, ...query }, null), ...toFilter(query) };
      return pagesRead("custom", { question: list.all, args: { ...args, seesContacts: true } });
    };
    expect(await reads({})).toBeLessThan(most.first);
    expect(await reads({ cursor })).toBeLessThan(most.far);
  },
  240_000,
);

test("a search finds by name, SKU, receipt and the end of an id", async () => {
  expect((await page(`/api/products.php?search=${ID.salt.slice(-8)}`)).ids).toContain(ID.salt);
  expect(await page("/api/products.php?search=SALT%20OWN")).toMatchObject({
    ids: [ID.salt],
    total: "1",
  });
  expect(await page("/api/products.php?search=S99999")).toMatchObject({ total: "1" });
  expect((await page("/api/sales.php?search=1-2-100999")).ids).toHaveLength(1);
  expect((await page(`/api/sales.php?search=${ID.january.slice(-8)}`)).ids).toContain(ID.january);
  expect(await page("/api/customers.php?search=own@example.com&limit=1")).toMatchObject({
    total: "100001",
  });
  const blind = await api.get("/api/customers.php?search=own@example.com", "auditor");
  expect(Ids.parse(blind.json()).data).toEqual([]);
});

test("`since` returns changes, including deleted items, and sales by the time they were recorded", async () => {
  const since = (ms: number) => new Date(ms).toISOString();
  const changed = await page(`/api/products.php?since=${since(1000 + ROWS)}`);
  expect(changed.ids).toEqual(expect.arrayContaining([ID.archived, ID.beans, ID.rice, ID.salt]));
  expect([changed.ids.length, changed.total]).toEqual([5, "5"]);
  expect(await page(`/api/sales.php?since=2026-03-09T00:00:00Z`)).toMatchObject({
    ids: [ID.today, ID.yesterday],
    total: "2",
  });
});
