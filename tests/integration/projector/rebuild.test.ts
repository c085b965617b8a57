import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { migrate } from "#command-api/migrate/migrate.ts";
import { createPool, type Pool } from "#kernel/node/postgres/connections.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { createProjector } from "#projector/projector.ts";
import { rebuildFromNothing, repair } from "#projector/rebuild/rebuild.ts";
import { createShadow } from "#projector/rebuild/shadow.ts";
import { productOf, saleOf } from "#tests/kit/builders/shop-log.ts";
import { emptyReadModels, readModels, rowsOf } from "#tests/kit/database/read-models.ts";
import { TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

import { AMA, DATA_KEY, KOFI, openTwoTenants, type TwoTenants } from "./two-tenants.ts";

const SALE_EVERY_MS = 10;

let tenants: TwoTenants;
let owner: Pool;
let asMigrated: Listed[];

beforeAll(async () => {
  tenants = await openTwoTenants();
  asMigrated = await catalogue();
  const connection = tenants.database.connectionOf("migrator");
  owner = createPool({
    ...connection,
    settings: { role: "rm_owner", statement_timeout: "0" },
    max: 4,
  });
});
afterAll(async () => {
  await owner.end();
  await tenants.database.close();
});
beforeEach(async () => {
  await emptyReadModels(tenants.database.admin);
  await tenants.replay();
});

const rebuilding = () => ({
  parking: { ...tenants.consuming, log: silent, nowMs: () => 1 },
  owner,
});
const NOTHING = { differences: [], refused: [] };
const now = () => readModels(tenants.database.admin);

type Listed = Readonly<{ relname: string; indexes: string[]; constraints: string[] }>;

/** Everything about the tables except their rows and their oids. */
async function catalogue(): Promise<Listed[]> {
  const { rows } = await tenants.database.admin.query<Listed>(
    `select c.relname, c.reloptions, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
            array(select pg_get_indexdef(i.indexrelid) from pg_index i
                   where i.indrelid = c.oid order by 1) as indexes,
            array(select n.conname || ' ' || pg_get_constraintdef(n.oid) from pg_constraint n
                   where n.conrelid = c.oid order by 1) as constraints,
            array(select a.attname || ' ' || a.atttypid::regtype || ' ' || a.attnotnull || ' ' ||
                         coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' ' || coalesce(a.attoptions::text, '')
                    from pg_attribute a
                    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
                   where a.attrelid = c.oid and a.attnum > 0 order by a.attnum) as columns,
            array(select p.polname || p.polcmd::text || p.polroles::regrole[]::text ||
                         coalesce(pg_get_expr(p.polqual, c.oid), '') ||
                         coalesce(pg_get_expr(p.polwithcheck, c.oid), '')
                    from pg_policy p where p.polrelid = c.oid order by 1) as policies
       from pg_class c
      where c.relnamespace = 'rm'::regnamespace and c.relkind in ('r', 'i') order by 1`,
  );
  return rows;
}

test("dropping all read models and rebuilding gives identical rows", async () => {
  await rebuildFromNothing(rebuilding(), PROJECTIONS);
  expect(await now()).toEqual(tenants.expected);
  const { rows } = await tenants.database.admin.query("select * from rm.rebuilds");
  expect(rows).toEqual([]);
});

test("so does dropping the whole schema and migrating again", async () => {
  const { admin, adminUrl } = tenants.database;
  await admin.query("drop schema rm cascade; truncate migrations.projector");
  await migrate({ adminUrl, passwords: TEST_PASSWORDS });
  await tenants.replay();
  expect(await now()).toEqual(tenants.expected);
  expect(await catalogue()).toEqual(asMigrated);
});

test("a repair finds rows that differ from the log, reports and fixes them", async () => {
  const { admin } = tenants.database;
  await admin.query(
    "update rm.rm_products set stock = stock + 1 where tenant_id = $1 and product_id = $2",
    [AMA, productOf(1)],
  );
  await admin.query("delete from rm.rm_sales where tenant_id = $1 and sale_id = $2", [
    KOFI,
    saleOf(9),
  ]);

  expect(await repair(rebuilding(), PROJECTIONS)).toEqual({
    differences: [
      { projection: "sales", tenantId: KOFI, rows: 1 },
      { projection: "products", tenantId: AMA, rows: 1 },
    ],
    refused: [],
  });
  expect(await now()).toEqual(tenants.expected);
});

test("a repair of correct tables finds nothing and changes no name, right or policy", async () => {
  expect(await repair(rebuilding(), PROJECTIONS)).toEqual(NOTHING);
  expect(await catalogue()).toEqual(asMigrated);
  expect(await now()).toEqual(tenants.expected);
});

test("one read model can be repaired alone", async () => {
  await tenants.database.admin.query("truncate rm.rm_daily_totals");
  const only = PROJECTIONS.filter(({ name }) => name === "daily_totals");
  const { differences } = await repair(rebuilding(), only);
  expect(differences).toHaveLength(2);
  expect(await now()).toEqual(tenants.expected);
});

test("a table that is being filled is protected like the served one; only a journal has no key yet", async () => {
  for (const projection of PROJECTIONS) await createShadow(owner, projection);
  const names = (table: Listed) => [table.relname, table] as const;
  const migrated = new Map(asMigrated.map(names));
  const shadows = new Map((await catalogue()).map(names));
  const keyless = PROJECTIONS.flatMap(({ name, table }) => {
    const shadow = shadows.get(`${table.name}_rebuild`);
    const different = { relname: "", indexes: [], constraints: [] };
    expect({ ...shadow, ...different }).toEqual({ ...migrated.get(table.name), ...different });
    return shadow?.indexes.length === 0 ? [name] : [];
  });
  expect(keyless).toEqual(["stock_movements", "takings", "receipt_copies"]);
  expect(await repair(rebuilding(), PROJECTIONS)).toEqual(NOTHING);
});

const twice = (projection: Projection): Projection => ({
  ...projection,
  changes: (event, open) => [
    ...projection.changes(event, open),
    ...projection.changes(event, open),
  ],
});

test("a journal's row that is written twice ends the rebuild, and the served table stays", async () => {
  const takings = PROJECTIONS.filter(({ name }) => name === "takings");
  await expect(repair(rebuilding(), takings.map(twice))).rejects.toThrow(
    'could not create unique index "rm_takings_rebuild_pkey"',
  );
  expect(await now()).toEqual(tenants.expected);
  expect(await repair(rebuilding(), takings)).toEqual(NOTHING);
  expect(await catalogue()).toEqual(asMigrated);
});

const failing = (projection: Projection): Projection => ({
  ...projection,
  changes: (event, open) => {
    if (event.type === "SaleRecorded" && event.tenantId === KOFI) throw new Error("a fault");
    return projection.changes(event, open);
  },
});
const SALES_AND_TAKINGS = PROJECTIONS.filter(({ name }) => name === "sales" || name === "takings");

test("an event that only the rebuild cannot apply is named, and the served table stays", async () => {
  const { admin } = tenants.database;
  await admin.query("delete from rm.rm_takings where tenant_id = $1", [AMA]);
  const [sales, takings] = SALES_AND_TAKINGS;
  if (!sales || !takings) throw new Error("two projections");
  const { differences, refused } = await repair(rebuilding(), [failing(sales), takings]);

  expect(differences).toMatchObject([{ projection: "takings", tenantId: AMA }]);
  const reached = { seq: expect.any(Number), eventType: "SaleRecorded", error: "a fault" };
  expect(refused).toEqual([{ projection: "sales", tenantId: KOFI, ...reached }]);
  expect(await now()).toEqual(tenants.expected);
  expect(await catalogue()).toEqual(asMigrated);
  const { rows } = await admin.query("select * from rm.projection_parked");
  expect(rows).toEqual([]);
});

test("a rebuild replaces a table that is parked at the same event", async () => {
  const { admin } = tenants.database;
  const parked = "select projection, tenant_id, seq from rm.projection_parked";
  const only = SALES_AND_TAKINGS.slice(0, 1).map(failing);
  await rebuildFromNothing(rebuilding(), only);
  const { rows: before } = await admin.query(parked);
  await admin.query("delete from rm.rm_sales where tenant_id = $1", [AMA]);
  const { differences, refused } = await repair(rebuilding(), only);
  expect(differences).toMatchObject([{ projection: "sales", tenantId: AMA }]);
  expect(refused).toEqual([]);
  const { rows: after } = await admin.query(parked);
  expect(after).toEqual(before);
  expect(after).toMatchObject([{ projection: "sales", tenant_id: KOFI }]);
});

test("the rest of an interrupted rebuild is no obstacle", async () => {
  await tenants.database.admin.query(
    `create table rm.rm_sales_rebuild (like rm.rm_sales);
     insert into rm.checkpoints select tenant_id, 'sales@rebuild', 7 from rm.checkpoints where projection = 'sales';`,
  );
  const only = PROJECTIONS.filter(({ name }) => name === "sales");
  expect(await repair(rebuilding(), only)).toEqual(NOTHING);
  expect(await now()).toEqual(tenants.expected);
});

test("readers never see an empty table, and sales continue", async () => {
  const projector = createProjector({
    connection: tenants.database.connectionOf("projector"),
    poolSize: 3,
    dataKey: DATA_KEY,
    clock: Date.now,
    log: silent,
  });
  projector.start();
  let isOver = false;
  const seen: number[] = [];
  const read = async (): Promise<void> => {
    const reader = createPool({ ...tenants.database.connectionOf("query_ro"), max: 1 });
    while (!isOver) {
      const { rows } = await reader.query<{ n: number }>(
        `select case when f.head is not null then
             (select count(*) from rm.rm_sales where tenant_id = $1) end::int as n
           from rm.freshness($1, '{sales}') f`,
        [AMA],
      );
      seen.push(rows[0]?.n ?? 0);
    }
    await reader.end();
  };
  let next = 1000;
  const sell = async (): Promise<void> => {
    const [tenant] = tenants.logs;
    while (!isOver) {
      tenant?.sell((next += 1), [{ product: 2, quantity: 1 }]);
      await tenant?.flush();
      await tenants.database.admin.query("select pg_notify('es_hint', $1)", [AMA]);
      // A shop without pauses on a disk without waits would outrun the rebuild.
      await delay(SALE_EVERY_MS);
    }
  };
  const others = [read(), sell()];
  const differences = [];
  for (let times = 0; times < 3; times += 1) {
    differences.push(...(await repair(rebuilding(), PROJECTIONS)).differences);
  }
  isOver = true;
  await Promise.all(others);
  const sold = next - 1000;
  await expect
    .poll(async () => (await rowsOf(tenants.database.admin, "rm_sales", AMA)).length, {
      timeout: 10_000,
    })
    .toBe(60 + sold);
  await projector.stop();

  expect(differences).toEqual([]);
  expect(sold).toBeGreaterThan(0);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(60);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  const live = await now();
  await emptyReadModels(tenants.database.admin);
  await tenants.replay();
  expect(await now()).toEqual(live);
});
