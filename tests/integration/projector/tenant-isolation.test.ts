import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { inTransaction } from "#kernel/node/postgres/connections.ts";
import { LOGIN_ROLES } from "#kernel/node/postgres/roles.ts";
import { toRowWrites, writeRows } from "#projector/apply-row-changes.ts";
import { beginTenantWrite } from "#projector/database.ts";
import { SUMMED } from "#projector/past/copy-sums.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { dailyTotals } from "#projector/projections/sales/daily-totals.ts";
import type { ColumnType } from "#projector/projections/table.ts";
import { rowsOf } from "#tests/kit/database/read-models.ts";
import { isRetired } from "#tests/kit/database/retired-columns.ts";

import { AMA, KOFI, openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let tenants: TwoTenants;

beforeAll(async () => {
  tenants = await openTwoTenants();
});
afterAll(() => tenants.database.close());

const admin = () => tenants.database.admin;
const projector = () => tenants.database.projector;

describe("the row writer", () => {
  const row = (tenantId: typeof AMA, key: Record<string, string>) => ({
    tenantId,
    key: { day: "2030-01-01", currency: "GHS", ...key },
    kind: "add" as const,
    values: { orders: 1, total_minor: 1, tax_minor: 0 },
  });
  const write = (named: readonly (typeof AMA)[], of: ReturnType<typeof row>) =>
    inTransaction(projector(), async (client) => {
      await beginTenantWrite(client, { tenantIds: named });
      await writeRows(client, toRowWrites(dailyTotals.table, [of]));
    });

  test("cannot write a tenant that its transaction did not name", async () => {
    await expect(write([AMA], row(KOFI, {}))).rejects.toThrow(/row-level security/);
    await expect(write([], row(KOFI, {}))).rejects.toThrow(/row-level security/);
  });

  test("cannot insert a row of another tenant by hand", async () => {
    const add = inTransaction(projector(), async (client) => {
      await beginTenantWrite(client, { tenantIds: [AMA] });
      await client.query("insert into rm.rm_daily_totals values ($1, '2031-01-01', 'GHS')", [KOFI]);
    });
    await expect(add).rejects.toThrow(/row-level security/);
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

const copiesOf = (name: string): string => `copies_${name}`;

describe("the tables", () => {
  test("have the columns and types of their projections", async () => {
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
      const used = rows.filter(({ name }) => !isRetired(table.name, name));
      expect(used.toSorted(byName), table.name).toEqual(expected.toSorted(byName));
    }
  });
  const SQL_NAMES = new Map([
    ["opened", "text"],
    ["later", "text"],
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
    const beside = [
      "checkpoints",
      "projection_parked",
      "copied",
      ...SUMMED.map(({ name }) => copiesOf(name)),
    ];
    const tables = [...PROJECTIONS.map(({ table }) => table.name), ...beside];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(tables.toSorted());
    expect(rows.filter(({ secured, policies }) => !secured || policies !== 4)).toEqual([]);
  });

  test("have the tenant first in every key, but for whose receipt a public address opens", async () => {
    const { rows } = await admin().query(
      `select i.indexrelid::regclass::text as index
         from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'rm'::regnamespace and c.relname <> 'rebuilds'
          and pg_get_indexdef(i.indexrelid, 1, true) <> 'tenant_id'`,
    );
    expect(rows).toEqual([{ index: "rm.rm_receipt_links_by_token" }]);
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

  test("show nothing to a connection without a tenant", async () => {
    for (const { table } of PROJECTIONS) {
      const { rows } = await projector().query(`select from rm.${table.name}`);
      expect(rows, table.name).toEqual([]);
    }
  });
});
