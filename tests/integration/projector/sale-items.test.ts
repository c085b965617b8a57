import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";

import { type SaleRow, toSaleItem } from "#kernel/contract/sale-item.ts";
import { createPool, type Pool } from "#kernel/node/postgres/connections.ts";
import { differingTenants } from "#projector/compare-rows.ts";
import { consume } from "#projector/consume.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { sales } from "#projector/projections/sales/sales.ts";
import { repair } from "#projector/rebuild/rebuild.ts";
import { fromLog } from "#projector/sources.ts";
import { type Answer, ask } from "#query-api/ask.query.ts";
import { SALE_TEXTS } from "#query-api/sale/sales.query.ts";
import { saleOf } from "#tests/kit/builders/shop-log.ts";
import { emptyReadModels, readModels } from "#tests/kit/database/read-models.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

import { AMA, BOTH, openTwoTenants, type TwoTenants } from "./two-tenants.ts";

// The text of each sale beside a projector of an older build, which knows nothing of it.

let tenants: TwoTenants;
let owner: Pool;
let reader: Pool;

beforeAll(async () => {
  tenants = await openTwoTenants();
  reader = poolAs("query_ro", tenants.database.adminUrl, 1);
  owner = createPool({
    ...tenants.database.connectionOf("migrator"),
    settings: { role: "rm_owner", statement_timeout: "0" },
    max: 2,
  });
});
afterAll(async () => {
  await Promise.all([owner.end(), reader.end()]);
  await tenants.database.close();
});
beforeEach(() => emptyReadModels(tenants.database.admin));

const { listed: _, ...values } = sales.table.values;
/** The schema is written differently, because statements are cached by the name of the table. */
const older: Projection = { ...sales, table: { ...sales.table, schema: '"rm"', values } };
const OLDER = PROJECTIONS.map((projection) => (projection === sales ? older : projection));

const step = (projections: readonly Projection[], limit?: number) =>
  consume(tenants.consuming, { tenantIds: BOTH, projections }, fromLog(limit));

async function apply(projections: readonly Projection[]): Promise<void> {
  while ((await step(projections)).size > 0);
}

type Texts = Readonly<{ sale_id: string; tenant_id: string; item: string | null }>;
const texts = async (): Promise<readonly Texts[]> =>
  (
    await tenants.database.admin.query<Texts>(
      "select tenant_id, sale_id, listed as item from rm.rm_sales order by tenant_id, sale_id",
    )
  ).rows;

const filled = async () => (await texts()).filter(({ item }) => item !== null).length;

const rebuilding = () => ({
  parking: { ...tenants.consuming, log: silent, nowMs: () => 1 },
  owner,
});

test("an older projector writes no text, and never leaves one that the log does not give", async () => {
  await tenants.replay();
  const expected = new Map((await texts()).map((row) => [row.tenant_id + row.sale_id, row.item]));
  await emptyReadModels(tenants.database.admin);
  // The two builds take turns, as they do while one replaces the other: sales of one are voided by
  // the other, and the log is read twice.
  for (const times of [1, 2]) {
    for (let turn = 0; (await step(turn % 2 === 0 ? OLDER : PROJECTIONS, 10)).size > 0;) turn += 1;
    if (times === 1) {
      await tenants.database.admin.query("delete from rm.checkpoints where projection = 'sales'");
    }
  }
  const found = await texts();
  expect(found).toHaveLength(expected.size);
  const stored = found.filter(({ item }) => item !== null);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.length).toBeLessThan(found.length);
  for (const { tenant_id, sale_id, item } of stored) {
    expect(item).toBe(expected.get(tenant_id + sale_id));
  }
});

test("a rebuild does not count a missing text as a difference, and writes it", async () => {
  await apply(OLDER);
  expect(await filled()).toBe(0);
  expect(await repair(rebuilding(), [sales])).toMatchObject({ differences: [] });
  expect(await filled()).toBe((await texts()).length);
  expect(await readModels(tenants.database.admin)).toEqual(tenants.expected);
});

test("a text that the log does not give is a difference", async () => {
  await tenants.replay();
  const { admin } = tenants.database;
  await admin.query(
    "update rm.rm_sales set listed = replace(listed, 'GHS', 'USD') where tenant_id = $1 and sale_id = $2",
    [AMA, saleOf(1)],
  );
  expect(await repair(rebuilding(), [sales])).toMatchObject({
    differences: [{ projection: "sales", tenantId: AMA, rows: 1 }],
  });
});

test("a text that is missing where a rebuild has one is no difference, the other way it is", async () => {
  await tenants.replay();
  const { admin } = tenants.database;
  await admin.query("create table rm.rm_sales_older as select * from rm.rm_sales");
  await admin.query("update rm.rm_sales_older set listed = null");
  await admin.query("alter table rm.rm_sales_older owner to rm_owner");
  const without = { ...sales, table: { ...sales.table, name: "rm_sales_older" } };
  expect(await differingTenants(owner, without, sales)).toEqual([]);
  expect((await differingTenants(owner, sales, without)).map(({ tenantId }) => tenantId)).toEqual(
    BOTH,
  );
  await admin.query("drop table rm.rm_sales_older");
});

test("the list is the same from stored texts, from rows and from both, also in the past", async () => {
  await tenants.replay();
  const { admin } = tenants.database;
  const { rows } = await admin.query<{ seq: number }>(
    "select seq::int from es.tenant_heads where tenant_id = $1",
    [AMA],
  );
  const seq = Math.floor((rows[0]?.seq ?? 0) / 2);
  const args = { limit: 1000, offset: 0 };
  const lists = async () => {
    const asked = { tenantId: AMA, nowMs: Date.now(), args };
    const [now, then] = [asked, { ...asked, seq }].map((of) => ask(reader, SALE_TEXTS.all, of));
    return [await now, await then];
  };
  const [now, then] = await lists();
  expect(then?.body.count).toBeGreaterThan(10);
  expect(now?.body.count).toBeGreaterThan(then?.body.count ?? 0);
  await admin.query("update rm.rm_sales set listed = null where receipt_number % 2 = 0");
  const [nowMixed, thenMixed] = await lists();
  expect(thenMixed?.body).toMatchObject({ ...then?.body, rows: expect.any(Number) });
  expect(thenMixed?.body.rows).toBeGreaterThan(0);
  expect(itemsOf(thenMixed)).toBe(`[${then?.items}]`);
  expect(itemsOf(nowMixed)).toBe(`[${now?.items}]`);
});

/** The items of a list, those of rows without a text as the API builds them. */
const itemsOf = (list: Answer<unknown> | undefined): string =>
  JSON.stringify(
    Mixed.parse(JSON.parse(`[${list?.items}]`)).map((item) =>
      "row" in item ? toSaleItem(item.row) : item,
    ),
  );
const Mixed = z.array(z.custom<{ row: SaleRow } | object>());

test("the migration writes no row", async () => {
  await tenants.replay();
  const { admin } = tenants.database;
  const file = async () => {
    const { rows } = await admin.query<{ file: number }>(
      "select pg_relation_filenode('rm.rm_sales') as file",
    );
    return rows[0]?.file;
  };
  await admin.query("alter table rm.rm_sales drop column listed");
  const before = await file();
  await admin.query(await readFile(MIGRATION, "utf8"));
  expect(await file()).toBe(before);
  expect(await filled()).toBe(0);
});

const MIGRATION = join(import.meta.dirname, "../../../projector/migrations/0200_listed_sales.sql");
