import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { inTransaction } from "#kernel/node/postgres/connections.ts";

import { AMA, BOTH, KOFI, openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let tenants: TwoTenants;

beforeAll(async () => {
  tenants = await openTwoTenants();
});
afterAll(() => tenants.database.close());

/** An advisory lock of this test. */
const HELD = 20_261;

const admin = () => tenants.database.admin;

const reader = <Row extends pg.QueryResultRow>(
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> =>
  inTransaction(admin(), async (client) => {
    await client.query("set local role query_ro");
    const { rows } = await client.query<Row>(sql, [...values]);
    return rows;
  });

/** Like every GET: one statement, whose rows are read after the function has set the tenant. */
const ask = (projections: string, sql: string): string =>
  `select f.head, f.checkpoint, f.blocked, case when f.head is not null then (${sql}) end as body
     from rm.freshness($1, '${projections}') f`;

test("answers for one tenant with head and checkpoint of the same moment", async () => {
  const head = tenants.events.length / BOTH.length;
  const count = "select json_build_object('n', count(*)) from rm.rm_sales where tenant_id = $1";
  expect(await reader(ask("{sales,products}", count), [AMA])).toEqual([
    { head: String(head), checkpoint: String(head), blocked: null, body: { n: 60 } },
  ]);
});

test("leaves no tenant set on the connection", async () => {
  const client = await admin().connect();
  await client.query(ask("{sales}", "select null::json"), [AMA]);
  const { rows } = await client.query("select current_setting('app.tenant', true) as tenant");
  client.release();
  expect(rows).toEqual([{ tenant: "" }]);
});

test("shows no question the rows of another tenant", async () => {
  const everything = "select json_agg(distinct tenant_id) from rm.rm_sales";
  const [answer] = await reader<{ body: string[] }>(ask("{sales}", everything), [AMA]);
  expect(answer?.body).toEqual([AMA]);
});

test("says when waiting would not help", async () => {
  const blocked = async (tenantId: string) => {
    const [row] = await reader<{ blocked: string | null }>(
      "select blocked from rm.freshness($1, '{sales,products}')",
      [tenantId],
    );
    return row?.blocked;
  };
  await admin().query(
    "insert into rm.projection_parked values ($1, 'sales', 3, 'SaleRecorded', 'a fault', 1)",
    [AMA],
  );
  expect([await blocked(AMA), await blocked(KOFI)]).toEqual(["parked", null]);
  await admin().query("insert into rm.rebuilds values ('products', 1)");
  expect([await blocked(AMA), await blocked(KOFI)]).toEqual(["rebuilding", "rebuilding"]);
  await admin().query("truncate rm.projection_parked, rm.rebuilds");
});

test("reads checkpoint and rows of one moment, whatever happens between the two", async () => {
  // The statement is held up before it reads the checkpoint; meanwhile checkpoint and rows move on.
  const holder = await admin().connect();
  await holder.query("select pg_advisory_lock($1)", [HELD]);
  const asked = reader<{ checkpoint: string; named: number }>(
    `select f.checkpoint,
            (select count(*) from rm.rm_shops where tenant_id = $1::uuid and name = 'New')::int as named
       from (select pg_advisory_xact_lock_shared(${HELD})::text as held) l
      cross join lateral rm.freshness(case when l.held is null then null else $1::uuid end, '{shops}') f`,
    [AMA],
  );
  await untilSomebodyWaits();
  await holder.query("update rm.rm_shops set name = 'New' where tenant_id = $1", [AMA]);
  await holder.query("update rm.checkpoints set seq = 999 where tenant_id = $1", [AMA]);
  await holder.query("select pg_advisory_unlock($1)", [HELD]);
  holder.release();
  expect(await asked).toEqual([{ checkpoint: String(tenants.events.length / 2), named: 0 }]);
});

async function untilSomebodyWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await tenants.database.projector.query(
        "select from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
        [HELD],
      );
      return rows.length;
    })
    .toBe(1);
}
