import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { inTransaction } from "#kernel/platform/postgres.ts";

import { AMA, BOTH, KOFI, openTwoShops, type TwoShops } from "./two-shops.ts";

let shops: TwoShops;

beforeAll(async () => {
  shops = await openTwoShops();
});
afterAll(() => shops.database.close());

const admin = () => shops.database.admin;

const reader = <Row extends pg.QueryResultRow>(
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> =>
  inTransaction(admin(), async (client) => {
    await client.query("set local role query_ro");
    const { rows } = await client.query<Row>(sql, [...values]);
    return rows;
  });
const SQL = `select json_build_object('n', count(*), 'asked', $2 ->> 'x') from rm.rm_sales where tenant_id = $1`;

test("answers for one tenant with head and position of the same moment", async () => {
  const head = shops.events.length / BOTH.length;
  expect(
    await reader("select * from rm.ask($1, '{sales,products}', $2, $3)", [AMA, SQL, { x: "y" }]),
  ).toEqual([
    { head: String(head), checkpoint: String(head), blocked: null, body: { n: 60, asked: "y" } },
  ]);
});

test("leaves no tenant behind on the connection", async () => {
  const client = await admin().connect();
  await client.query("select * from rm.ask($1, '{sales}', 'select null::json', null)", [AMA]);
  const { rows } = await client.query("select current_setting('app.tenant', true) as tenant");
  client.release();
  expect(rows).toEqual([{ tenant: "" }]);
});

test("shows another tenant's rows to no question, whatever it asks for", async () => {
  const everything = "select json_agg(distinct tenant_id) from rm.rm_sales";
  const [answer] = await reader<{ body: string[] }>(
    "select body from rm.ask($1, '{sales}', $2, null)",
    [AMA, everything],
  );
  expect(answer?.body).toEqual([AMA]);
});

test("says when waiting would be in vain", async () => {
  const ask = async (tenantId: string) => {
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
  expect([await ask(AMA), await ask(KOFI)]).toEqual(["parked", null]);
  await admin().query("insert into rm.rebuilds values ('products', 1)");
  expect([await ask(AMA), await ask(KOFI)]).toEqual(["rebuilding", "rebuilding"]);
  await admin().query("truncate rm.projection_parked, rm.rebuilds");
});

test("reads position and rows of one moment, whatever happens between the two", async () => {
  // The position is read; the rows cannot be yet. Meanwhile both move on.
  const holder = await admin().connect();
  await holder.query("begin; lock table rm.rm_shops in access exclusive mode");
  const asked = reader<{ checkpoint: string; body: { n: number } }>(
    "select checkpoint, body from rm.ask($1, '{shops}', $2, null)",
    [
      AMA,
      "select json_build_object('n', count(*)) from rm.rm_shops where tenant_id = $1 and name = 'New'",
    ],
  );
  await untilSomebodyWaits();
  await holder.query("update rm.rm_shops set name = 'New' where tenant_id = $1", [AMA]);
  await holder.query("update rm.checkpoints set seq = 999 where tenant_id = $1", [AMA]);
  await holder.query("commit");
  holder.release();
  const [answer] = await asked;
  expect(answer).toMatchObject({ checkpoint: String(shops.events.length / 2), body: { n: 0 } });
});

async function untilSomebodyWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await shops.database.projector.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
          where l.relation = 'rm.rm_shops'::regclass and not l.granted and d.datname = current_database()`,
      );
      return rows.length;
    })
    .toBe(1);
}
