import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { inTransaction } from "#kernel/platform/postgres.ts";
import { LOGIN_ROLES } from "#kernel/platform/roles.ts";
import { applyRowChanges } from "#projector/apply-row-changes.ts";
import { enter } from "#projector/enter.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { dailyTotals } from "#projector/projections/daily-totals.ts";
import type { ColumnType } from "#projector/projections/table.ts";
import { rowsOf } from "#tests/kit/read-models.ts";

import { AMA, BOTH, KOFI, openTwoShops, type TwoShops } from "./two-shops.ts";

let shops: TwoShops;

beforeAll(async () => {
  shops = await openTwoShops();
});
afterAll(() => shops.database.close());

const admin = () => shops.database.admin;
const projector = () => shops.database.projector;

describe("the row writer", () => {
  const row = (tenantId: typeof AMA, key: Record<string, string>) => ({
    tenantId,
    key: { day: "2030-01-01", currency: "GHS", ...key },
    kind: "add" as const,
    values: { orders: 1, total_minor: 1, tax_minor: 0 },
  });
  const write = (named: readonly (typeof AMA)[], of: ReturnType<typeof row>) =>
    inTransaction(projector(), async (client) => {
      await enter(client, named);
      await applyRowChanges(client, dailyTotals.table, [of]);
    });

  test("is refused a tenant that its transaction did not name", async () => {
    await expect(write([AMA], row(KOFI, {}))).rejects.toThrow(/row-level security/);
    await expect(write([], row(KOFI, {}))).rejects.toThrow(/row-level security/);
  });

  test("writes the envelope's tenant, whatever a row change names", async () => {
    await write([AMA], row(AMA, { tenant_id: KOFI }));
    const days = async (tenantId: typeof AMA) =>
      (await rowsOf(admin(), "rm_daily_totals", tenantId)).filter(
        ({ day }) => day instanceof Date && day.getFullYear() === 2030,
      );
    expect(await days(AMA)).toHaveLength(1);
    expect(await days(KOFI)).toEqual([]);
  });
});

describe("the tables", () => {
  test("have the columns that their projections say, with those types", async () => {
    for (const { table } of PROJECTIONS) {
      const { rows } = await admin().query<{ name: string; type: string; nullable: boolean }>(
        `select column_name as name, data_type as type, is_nullable = 'YES' as nullable
           from information_schema.columns where table_schema = 'rm' and table_name = $1`,
        [table.name],
      );
      const columns = { tenant_id: "uuid", ...table.key, ...table.values } satisfies Record<
        string,
        ColumnType
      >;
      const expected = Object.entries(columns).map(([name, type]) => ({
        name,
        type: SQL_NAMES.get(type.replace("?", "")) ?? type.replace("?", ""),
        nullable: type.endsWith("?"),
      }));
      const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
      expect(rows.toSorted(byName), table.name).toEqual(expected.toSorted(byName));
    }
  });
  const SQL_NAMES = new Map([
    ["opened", "text"],
    ["int", "integer"],
  ]);

  test("with a tenant in them have row-level security, forced, and a policy for writing and reading", async () => {
    const { rows } = await admin().query<{ name: string; secured: boolean; policies: number }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as secured,
              (select count(*)::int from pg_policy p where p.polrelid = c.oid
                and p.polqual is not null and (p.polcmd = 'r' or p.polwithcheck is not null)) as policies
         from pg_class c
        where c.relnamespace = 'rm'::regnamespace and c.relkind = 'r'
          and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')`,
    );
    expect(rows.length).toBe(PROJECTIONS.length + 2);
    expect(rows.filter(({ secured, policies }) => !secured || policies !== 4)).toEqual([]);
  });

  test("have the tenant in front of every key", async () => {
    const { rows } = await admin().query(
      `select i.indexrelid::regclass::text as index
         from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'rm'::regnamespace and c.relname <> 'rebuilds'
          and pg_get_indexdef(i.indexrelid, 1, true) <> 'tenant_id'`,
    );
    expect(rows).toEqual([]);
  });

  test("are written by the projector alone", async () => {
    const { rows } = await admin().query<{ writer: string }>(
      `select distinct r.rolname as writer
         from pg_class c, pg_roles r, unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p(privilege)
        where c.relnamespace = 'rm'::regnamespace and c.relkind = 'r' and r.rolname = any ($1)
          and has_table_privilege(r.oid, c.oid, p.privilege)`,
      [LOGIN_ROLES.filter((role) => role !== "migrator")],
    );
    expect(rows).toEqual([{ writer: "projector" }]);
  });

  test("show a connection without a tenant nothing", async () => {
    for (const { table } of PROJECTIONS) {
      const { rows } = await projector().query(`select from rm.${table.name}`);
      expect(rows, table.name).toEqual([]);
    }
  });
});

describe("rm.ask", () => {
  const reader = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    inTransaction(admin(), async (client) => {
      await client.query("set local role query_ro");
      const { rows } = await client.query(sql, values);
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
    await admin().query("select * from rm.ask($1, '{sales}', 'select null::json', null)", [AMA]);
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

  test("reads body and position in one snapshot, however long it thinks", async () => {
    // The question waits for a lock; meanwhile the rows and the position move on.
    const holder = await admin().connect();
    await holder.query("begin; select pg_advisory_xact_lock(41)");
    const asked = reader<{ checkpoint: string; body: { n: number } }>(
      "select checkpoint, body from rm.ask($1, '{shops}', $2, null)",
      [
        AMA,
        `select json_build_object('l', pg_advisory_xact_lock(41)::text, 'n', (select count(*) from rm.rm_shops where name = 'New name'))`,
      ],
    );
    await untilSomebodyWaits();
    await holder.query("update rm.rm_shops set name = 'New name' where tenant_id = $1", [AMA]);
    await holder.query("update rm.checkpoints set seq = 999 where tenant_id = $1", [AMA]);
    await holder.query("commit");
    holder.release();
    const [answer] = await asked;
    expect(answer).toMatchObject({ checkpoint: String(shops.events.length / 2), body: { n: 0 } });
  });

  async function untilSomebodyWaits(): Promise<void> {
    await expect
      .poll(async () => {
        const { rows } = await projector().query(
          "select from pg_locks where locktype = 'advisory' and not granted",
        );
        return rows.length;
      })
      .toBe(1);
  }
});
