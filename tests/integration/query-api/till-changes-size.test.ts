import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { CHANGES_PATH } from "#kernel/contract/api/till/changes.ts";
import { createRandom } from "#tests/kit/builders/random.ts";

import { openQueryApi, type QueryApi } from "./query-api.ts";
import { insertRows } from "./tenant-rows.ts";
import { HEAD, ID, NOW_MS, OWN } from "./two-tenants.ts";

const PRODUCTS = 2_000;
const CUSTOMERS = 2_000;
const SALES = 200;
const LINES = 3;
const KB = 1_000;

const random = createRandom(11);
const below = (limit: number): number => Math.floor(random() * limit);
const pick = (words: readonly string[]): string => words[below(words.length)] ?? "";

/** As random as those of the product. */
function idOf(kind: string, index: number): string {
  const hex = createHash("sha256").update(`${kind}${index}`).digest("hex");
  return `01990000-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

const BRANDS = [
  "Milo",
  "Peak",
  "Omo",
  "Gino",
  "Key",
  "Ideal",
  "Nido",
  "Voltic",
  "Kalyppo",
  "Titus",
];
const KINDS = ["tin", "sachet", "bottle", "bag", "box", "bar", "roll", "packet"];
const GROUPS = ["Drinks", "Groceries", "Toiletries", "Fabric", "Frozen"];
const FIRST = ["Ama", "Kofi", "Esi", "Yaw", "Akosua", "Kwame", "Abena", "Kojo", "Efua", "Kwesi"];
const LAST = ["Mensah", "Owusu", "Boateng", "Asante", "Appiah", "Osei", "Addo", "Quaye", "Darko"];

const productRows = () =>
  Array.from({ length: PRODUCTS }, (_, index) => ({
    tenant_id: OWN,
    product_id: idOf("product", index),
    name: `${pick(BRANDS)} ${pick(KINDS)} ${50 + below(950)} g`,
    price_minor: 50 + below(20_000),
    currency: "GHS",
    stock: below(300),
    sku: `SKU-${below(100_000)}`,
    barcodes: [`60${String(below(10 ** 11)).padStart(11, "0")}`],
    category: pick(GROUPS),
    archived: false,
    version: 1,
    created_ms: NOW_MS,
    updated_ms: NOW_MS,
  }));

const customerRows = () =>
  Array.from({ length: CUSTOMERS }, (_, index) => ({
    tenant_id: OWN,
    customer_id: idOf("customer", index),
    first_name: pick(FIRST),
    last_name: pick(LAST),
    phone: `024${String(below(10 ** 7)).padStart(7, "0")}`,
    archived: false,
    version: 1,
    created_ms: NOW_MS,
    updated_ms: NOW_MS,
  }));

/** Most of a day's sales are of few products. */
const soldProduct = (): string => idOf("product", Math.floor(random() ** 3 * 250));

const saleEvents = () =>
  Array.from({ length: SALES }, (_, index) => ({
    tenant_id: OWN,
    seq: HEAD + 1 + index,
    stream_id: idOf("sale", index),
    stream_version: 1,
    stream_type: "sale",
    type: "SaleRecorded",
    schema_v: 1,
    command_id: idOf("sale", index),
    command_ix: 0,
    actor_id: ID.efua,
    recorded_ms: NOW_MS,
    occurred_ms: NOW_MS,
    data: {},
    meta: {},
    effects: { stock: Array.from({ length: LINES }, () => [soldProduct(), -1, 1]) },
    leaf: "",
    chain: "",
  }));

let api: QueryApi;
beforeAll(async () => {
  api = await openQueryApi();
  await insertRows(api.admin, "rm.rm_products", productRows());
  await insertRows(api.admin, "rm.rm_customers", customerRows());
  await insertRows(api.admin, "es.events", saleEvents());
  await api.admin.query("update es.tenant_heads set seq = $1", [HEAD + SALES]);
  await api.admin.query("update rm.checkpoints set seq = $1", [HEAD + SALES]);
});
afterAll(() => api.close());

/** As the query API compresses it. */
async function sizeOf(query: string) {
  const { payload, statusCode } = await api.get(`${CHANGES_PATH}${query}`, "owner", {
    "accept-encoding": "identity",
  });
  expect(statusCode).toBe(200);
  return { kb: gzipSync(payload).length / KB, payload };
}

test("TILL-106: 2,000 products and 2,000 customers are at most 150 kB, a day of 200 sales 5 kB", async () => {
  const whole = await sizeOf("");
  const day = await sizeOf(`?since=${HEAD}`);
  process.stdout.write(`compressed: everything ${whole.kb} kB, a day ${day.kb} kB\n`);
  expect(whole.payload.match(/"priceMinor"/g)?.length).toBeGreaterThan(PRODUCTS);
  expect(whole.payload.match(/"gone":false/g)?.length).toBeGreaterThan(CUSTOMERS);
  expect(whole.kb).toBeLessThanOrEqual(150);
  expect(day.payload.match(/"stock"/g)?.length).toBeGreaterThan(100);
  expect(day.kb).toBeLessThanOrEqual(5);
});
