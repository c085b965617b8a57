import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Pool } from "#kernel/platform/postgres.ts";
import { LOGIN_ROLES, type LoginRole } from "#kernel/platform/roles.ts";
import { adding, selling } from "#tests/kit/append-commands.ts";
import { tablesOfTenants } from "#tests/kit/catalogue-violations.ts";
import { streamId } from "#tests/kit/fixed-ids.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/log-database.ts";
import { tenant } from "#tests/kit/stored-event.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const milo = streamId(1);
const SERVICES = LOGIN_ROLES.filter((role) => role !== "migrator");

let db: LogDatabase;
let tables: string[];
const pools = new Map<LoginRole, Pool>();
const poolOf = (role: LoginRole): Pool => {
  const pool = pools.get(role) ?? db.as(role, 1);
  pools.set(role, pool);
  return pool;
};

beforeAll(async () => {
  db = await openLogDatabase();
  for (const id of [OURS, OTHERS]) {
    await db.append([adding(id, milo, 10, { newTenant: true }), selling(id, [[milo, 1]])]);
  }
  tables = await tablesOfTenants(db.admin);
  for (const table of tables) await fill(table);
});
afterAll(() => db.close());

/** A row of each shop in every table of tenants, whatever its columns. */
async function fill(table: string): Promise<void> {
  const isPartition = await db.query("select from pg_inherits where inhrelid = $1::regclass", [
    table,
  ]);
  if (isPartition.length > 0) return;
  const columns = await db.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and (attnotnull or attname = 'tenant_id')`,
    [table],
  );
  for (const id of [OURS, OTHERS]) {
    const values = columns.map(({ name, type }) =>
      name === "tenant_id" ? `'${id}'` : anyOf(type),
    );
    const names = columns.map(({ name }) => name).join();
    await db.query(
      `begin; set local session_replication_role = replica;
       insert into ${table} (${names}) values (${values.join()}) on conflict do nothing; commit`,
    );
  }
}

function anyOf(type: string): string {
  if (type === "uuid") return `'${milo}'`;
  if (type === "json" || type === "jsonb") return "'{}'";
  if (type === "text" || type.startsWith("character")) return "'tenant'";
  if (type === "bytea") return "''";
  if (type === "boolean") return "false";
  if (type === "date") return "'2026-11-21'";
  return "1";
}

/** What a statement did, on a connection of a role, in a transaction that leaves nothing. */
async function tried(client: PoolClient, sql: string): Promise<number | "refused"> {
  await client.query("savepoint s");
  try {
    return (await client.query(sql)).rowCount ?? 0;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "42501") throw error;
    return "refused";
  } finally {
    await client.query("rollback to s");
  }
}

async function as<Result>(
  role: LoginRole,
  settings: Readonly<Record<string, string>>,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await poolOf(role).connect();
  await client.query("begin");
  for (const [name, value] of Object.entries(settings)) {
    await client.query("select set_config($1, $2, true)", [name, value]);
  }
  const result = await work(client);
  await client.query("rollback");
  client.release();
  return result;
}

describe("the log", () => {
  const writes = [
    "insert into # select * from #",
    "update # set seq = seq",
    "delete from #",
    "truncate #",
  ];

  test.each(SERVICES)("cannot be written by %s but through its one function", async (role) => {
    const logs = tables.filter((table) => table.startsWith("es.events"));
    expect(logs).toHaveLength(17);
    const told = await as(
      role,
      { "app.tenant": OURS, "app.tenants": `{${OURS}}` },
      async (client) => {
        const all = [];
        for (const table of logs) {
          for (const sql of writes) all.push(await tried(client, sql.replaceAll("#", table)));
        }
        return all;
      },
    );
    expect(new Set(told)).toEqual(new Set(["refused"]));
  });

  test.each(SERVICES)("shows %s nothing of a partition by its own name", async (role) => {
    const partitions = tables.filter((table) => /^es\.events_/.test(table));
    const told = await as(
      role,
      { "app.tenant": OURS, "app.tenants": `{${OURS}}` },
      async (client) => {
        const all = [];
        for (const table of partitions) all.push(await tried(client, `select from ${table}`));
        return all;
      },
    );
    expect(new Set(told)).toEqual(new Set(["refused"]));
  });

  test("is appended to by the two that may, and by nobody else", async () => {
    const call =
      "select has_function_privilege($1, p.oid, 'execute') as may from pg_proc p where p.proname = 'append'";
    const may = [];
    for (const role of SERVICES) {
      const [row] = await db.query<{ may: boolean }>(call, [role]);
      if (row?.may) may.push(role);
    }
    expect(may).toEqual(["cmd_writer", "account_writer"]);
  });
});

/** Who reads over all tenants, and where: the relay and the auditor by their duty, sign-in before a tenant is known. */
const SEES_ALL: Readonly<Partial<Record<LoginRole, RegExp>>> = {
  relay: /^es\./,
  auditor_ro: /^(es|audit)\./,
  account_writer: /^auth\.memberships$/,
};
const seesAll = (role: LoginRole, table: string): boolean => SEES_ALL[role]?.test(table) ?? false;

describe("without a tenant set", () => {
  test.each(SERVICES)("%s sees no row, changes none and adds none, in any table", async (role) => {
    const effects = await as(role, {}, async (client) => {
      const found: string[] = [];
      for (const table of tables) {
        const reads = await tried(client, `select from ${table}`);
        if (reads !== 0 && reads !== "refused" && !seesAll(role, table))
          found.push(`reads ${table}`);
        for (const sql of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`]) {
          const done = await tried(client, sql);
          if (done !== 0 && done !== "refused" && role !== "relay") found.push(sql);
        }
      }
      return found;
    });
    expect(effects).toEqual([]);
  });

  test("every table had rows of both shops to see", async () => {
    for (const table of tables.filter((name) => !/^(es\.events_|audit\.)/.test(name))) {
      const [row] = await db.query(`select count(distinct tenant_id)::int as shops from ${table}
        where tenant_id in ('${OURS}', '${OTHERS}')`);
      expect(row, table).toEqual({ shops: 2 });
    }
  });

  test("the setting that a transaction leaves behind shows nothing either", async () => {
    const client = await poolOf("query_ro").connect();
    await client.query("begin");
    await client.query("select set_config('app.tenant', $1, true)", [OURS]);
    expect((await client.query("select from es.events")).rowCount).toBe(2 * 0 + 0);
    await client.query("commit");
    expect((await client.query("select from rm.rm_products")).rowCount).toBe(0);
    client.release();
  });
});

describe("with one shop set", () => {
  test.each(SERVICES)(
    "%s sees no row of another, and can neither change nor add one",
    async (role) => {
      const settings = { "app.tenant": OURS, "app.tenants": `{${OURS}}` };
      const foreign = await as(role, settings, async (client) => {
        const found: string[] = [];
        for (const table of tables) {
          if (seesAll(role, table)) continue;
          const others = `tenant_id = '${OTHERS}'`;
          for (const sql of [
            `select from ${table} where ${others}`,
            `update ${table} set tenant_id = '${OURS}' where ${others}`,
            `delete from ${table} where ${others}`,
            // A planted change: a row of ours becomes one of theirs.
            `update ${table} set tenant_id = '${OTHERS}'`,
          ]) {
            const done = await tried(client, sql);
            if (done !== 0 && done !== "refused") found.push(sql);
          }
        }
        return found;
      });
      expect(foreign).toEqual([]);
    },
  );

  test("the projector sees the shops it names and only those", async () => {
    const count = (settings: Readonly<Record<string, string>>) =>
      as("projector", settings, async (client) => tried(client, "select from rm.rm_products"));
    expect(await count({ "app.tenants": `{${OURS},${OTHERS}}` })).toBe(2);
    expect(await count({ "app.tenants": `{${OURS}}` })).toBe(1);
    expect(await count({ "app.tenants": "{}" })).toBe(0);
    expect(await count({ "app.tenants": "" })).toBe(0);
  });
});
