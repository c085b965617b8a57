import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { type Client, connectClient, createClient } from "#kernel/node/postgres/connections.ts";
import type { Arguments, Prepared } from "#query-api/ask.query.ts";
import { lineageOf, START } from "#query-api/lineage/lineage.query.ts";
import { SALES as LIST, salesTextsThat } from "#query-api/sale/sales.query.ts";
import { tenantOf } from "#tests/kit/builders/shop-log.ts";
import { createPagesReader } from "#tests/kit/database/pages-read.ts";
import {
  openProjectorDatabase,
  type ProjectorDatabase,
} from "#tests/kit/database/projector-database.ts";

import { HELPER, LAST_DAY, NOW_MS, PRODUCT, SALES, SELLER, sellMuch } from "./many-sales.ts";

// However many sales there are, reading the first page of them must cost few database pages.

const OWN = tenantOf(1);
const FOREIGN = tenantOf(2);
const EARLY = SALES / 2;

let database: ProjectorDatabase;
let reader: Client;
let pagesRead: ReturnType<typeof createPagesReader>;

beforeAll(async () => {
  database = await openProjectorDatabase();
  await sellMuch(database, [OWN, FOREIGN]);
  reader = await connectClient(createClient(database.connectionOf("query_ro")));
  pagesRead = createPagesReader(reader, { tenantId: OWN, nowMs: NOW_MS });
});
afterAll(async () => {
  await reader.end();
  await database.close();
});

const lineage = (args: Arguments) => ({ ...START, limit: 51, ...args });
const page = { limit: 50, offset: 0 };
const voided = salesTextsThat({ state: "voided" }).all;
const by = salesTextsThat({ state: "paid", isByStaff: true }).all;
const paidBy = (method: PaymentMethod) => salesTextsThat({ state: "paid", method }).all;

/** The limit of each: up to twice what it takes now. Reading all sales would take more; at most 1,000 are counted. */
const ASKED: readonly (readonly [string, number, Prepared<unknown>, Arguments])[] = [
  ["the newest sales", 420, LIST.all, page],
  ["the newest voided sales", 420, voided, page],
  ["the newest of all sales", 9000, salesTextsThat({ state: "all" }).all, page],
  ["the newest sales of a person", 420, by, { ...page, staff: SELLER }],
  ["the newest sales of a person with one", 420, by, { ...page, staff: HELPER }],
  ["the newest sales in cash", 9000, paidBy("cash"), page],
  ["the newest sales by card", 1200, paidBy("card"), page],
  ["the newest sales of a way without any", 420, paidBy("bank_transfer"), page],
  ["a total", 250, lineageOf("sales.total"), lineage({})],
  ["a day's total", 100, lineageOf("sales.total"), lineage({ from: LAST_DAY, to: LAST_DAY })],
  ["an hour", 250, lineageOf("hour.total"), lineage({ hour: 8 })],
  ["an hour without sales", 50, lineageOf("hour.total"), lineage({ hour: 3 })],
  ["a person", 250, lineageOf("staff.total"), lineage({ about: SELLER })],
  ["a person with one sale", 150, lineageOf("staff.total"), lineage({ about: HELPER })],
  ["a payment method", 1000, lineageOf("payments.total"), lineage({ method: "cash" })],
  ["a rare one", 12_000, lineageOf("payments.total"), lineage({ method: "card" })],
  ["a product", 1200, lineageOf("product.revenue"), lineage({ about: PRODUCT })],
];

describe.each(["custom", "generic"] as const)("by the %s plan", (plan) => {
  test.each(ASKED)("%s, now and in the past", async (_, most, question, args) => {
    expect(await pagesRead(plan, { question, args })).toBeLessThan(most);
    expect(await pagesRead(plan, { question, args, seq: EARLY })).toBeLessThan(most);
  });
});
