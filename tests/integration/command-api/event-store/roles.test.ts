import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { LOGIN_ROLES, type LoginRole } from "#kernel/node/postgres/roles.ts";
import { adding, selling } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import {
  createTried,
  fillEveryTable,
  TRY,
  type TriedStatement,
} from "#tests/kit/database/every-table.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { row } from "#tests/scorecard/row.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const milo = streamId(1);
/** The migrator runs before and beside the services, and no service has its password. */
const SERVICES = LOGIN_ROLES.filter((role) => role !== "migrator");
const OUR_SHOP = { "app.tenant": OURS, "app.tenants": `{${OURS}}` };

let db: LogDatabase;
let tables: string[];
beforeAll(async () => {
  db = await openLogDatabase();
  for (const id of [OURS, OTHERS]) {
    await db.append([adding(id, milo, 10, { newTenant: true }), selling(id, [[milo, 1]])]);
  }
  tables = await fillEveryTable(db, [OURS, OTHERS]);
  await createTried(db);
});
afterAll(() => db.close());

/** The result of statements on a connection of a role, which are rolled back. */
async function tried(
  role: LoginRole,
  settings: Readonly<Record<string, string>>,
  statements: readonly string[],
): Promise<TriedStatement[]> {
  const client = await db.as(role, 1).connect();
  try {
    for (const [name, value] of Object.entries(settings)) {
      await client.query("select set_config($1, $2, false)", [name, value]);
    }
    return (await client.query<TriedStatement>(TRY, [statements])).rows;
  } finally {
    client.release(true);
  }
}

const effectsOf = (rows: readonly TriedStatement[]): string[] =>
  rows.flatMap(({ sql, outcome }) =>
    /^(0 rows|refused)$/.test(outcome) ? [] : [`${sql}: ${outcome}`],
  );
const outcomesOf = (rows: readonly TriedStatement[]) => new Set(rows.map(({ outcome }) => outcome));

describe("the log", () => {
  const writes = [
    "insert into # select * from #",
    "update # set seq = seq",
    "delete from #",
    "truncate #",
  ];

  test.each(SERVICES)("cannot be written by %s except through its one function", async (role) => {
    const logs = tables.filter((table) => table.startsWith("es.events"));
    expect(logs).toHaveLength(17);
    const all = logs.flatMap((table) => writes.map((sql) => sql.replaceAll("#", table)));
    expect(outcomesOf(await tried(role, OUR_SHOP, all))).toEqual(new Set(["refused"]));
  });

  test.each(SERVICES)("shows %s no row of a partition by its own name", async (role) => {
    const partitions = tables.filter((table) => table.startsWith("es.events_"));
    const all = partitions.map((table) => `select 1 from ${table}`);
    expect(outcomesOf(await tried(role, OUR_SHOP, all))).toEqual(new Set(["refused"]));
  });

  test("is appended to by the two permitted roles only", async () => {
    const rows = await db.query<{ role: string }>(
      `select role from unnest($1::text[]) with ordinality r (role, i), pg_proc p
        where p.proname in ('append', 'append_any') and has_function_privilege(role, p.oid, 'execute') order by i`,
      [SERVICES],
    );
    expect(new Set(rows.map(({ role }) => role))).toEqual(
      new Set(["cmd_writer", "account_writer"]),
    );
  });
});

/** The reactor's own tables, beside the log. */
const JOBS = /^es\.(?:reactor_cursors|reactions|occasions|low_stock_alerts)$/;
const SEALS = /^audit\.(?:signed_checkpoints|refused_seals)$/;
/**
 * Which roles read all tenants, and where: relay, reactor and auditor, and sign-in before the
 * tenant is known.
 */
const SEES_ALL: Readonly<Partial<Record<LoginRole, RegExp>>> = {
  relay: /^(?:es\.|audit\.(?:signed_checkpoints|refused_seals)$)/,
  jobs: /^es\./,
  auditor_ro: /^(es|audit|rm)\./,
  account_writer: /^auth\.memberships$/,
  platform_ro: /^(rm\.rm_platform_|audit\.access_log$)/,
};
const seesAll = (role: LoginRole, table: string): boolean => SEES_ALL[role]?.test(table) ?? false;
/**
 * Relay and reactor keep the cursors of all tenants, the sealer signs for all, and lines of the
 * access log name any tenant. Schema audit is append-only (see the catalogue).
 */
const writesAll = (role: LoginRole, table: string): boolean =>
  (role === "relay" && table === "es.relay_cursors") ||
  (role === "jobs" && JOBS.test(table)) ||
  (role === "relay" && SEALS.test(table)) ||
  table.startsWith("audit.access_log");

const readsOf = (role: LoginRole, where = "true"): string[] =>
  tables.flatMap((table) =>
    seesAll(role, table) ? [] : [`select 1 from ${table} where ${where}`],
  );
const writesOf = (role: LoginRole, statements: readonly string[]): string[] =>
  tables.flatMap((table) =>
    writesAll(role, table) ? [] : statements.map((sql) => sql.replace("#", table)),
  );

describe("without a tenant set", () => {
  row(10, "no role sees, changes or adds a row in any table", async ({ figure, control }) => {
    const effects: string[] = [];
    let statements = 0;
    for (const role of SERVICES) {
      const writes = writesOf(role, [
        "update # set tenant_id = tenant_id",
        "delete from #",
        `insert into # (tenant_id) values ('${OURS}')`,
      ]);
      const all = [...readsOf(role), ...writes];
      statements += all.length;
      effects.push(...effectsOf(await tried(role, {}, all)).map((effect) => `${role}: ${effect}`));
    }
    expect(effects).toEqual([]);
    figure("statements without a tenant", statements, { atLeast: 1000 });
    figure("effects", effects.length, { exactly: 0 });

    const [read, write] = ["select 1 from rm.rm_products", "delete from rm.rm_products"];
    await db.query("alter table rm.rm_products disable row level security");
    const open = [
      ...effectsOf(await tried("query_ro", {}, [read])),
      ...effectsOf(await tried("projector", {}, [write])),
    ];
    await db.query("alter table rm.rm_products enable row level security");
    control("effects on a table without row-level security", open.length, { exactly: 2 });
  });

  test("every table holds rows of both tenants", async () => {
    for (const table of tables.filter((name) => !/^(es\.events_|audit\.)/.test(name))) {
      const [held] = await db.query(
        `select count(distinct tenant_id)::int as shops from ${table} where tenant_id = any ($1)`,
        [[OURS, OTHERS]],
      );
      expect(held, table).toEqual({ shops: 2 });
    }
  });

  test("the setting that a transaction leaves behind shows no rows", async () => {
    const client = await db.as("query_ro", 1).connect();
    const count = async () => (await client.query("select 1 from rm.rm_products")).rowCount;
    await client.query("begin");
    await client.query("select set_config('app.tenant', $1, true)", [OURS]);
    expect(await count()).toBe(1);
    await client.query("commit");
    const { rows } = await client.query("select current_setting('app.tenant', true) as left");
    expect(rows).toEqual([{ left: "" }]);
    expect(await count()).toBe(0);
    client.release();
  });
});

describe("with one shop set", () => {
  const theirs = `tenant_id = '${OTHERS}'`;

  test.each(SERVICES)(
    "%s sees no row of another tenant, and neither changes nor adds one",
    async (role) => {
      const writes = writesOf(role, [
        `update # set tenant_id = '${OURS}' where ${theirs}`,
        `delete from # where ${theirs}`,
        `update # set ${theirs}`,
        `insert into # (tenant_id) values ('${OTHERS}')`,
      ]);
      const all = [...readsOf(role, theirs), ...writes];
      const effects = effectsOf(await tried(role, OUR_SHOP, all));
      process.stdout.write(`${role}: ${all.length} statements, ${effects.length} effects\n`);
      expect(effects).toEqual([]);
    },
  );

  test("the projector sees the tenants it names and only those", async () => {
    for (const [named, rows] of [
      [`{${OURS},${OTHERS}}`, 2],
      [`{${OURS}}`, 1],
      ["{}", 0],
      ["", 0],
    ] as const) {
      const seen = await tried("projector", { "app.tenants": named }, [
        "select 1 from rm.rm_products",
      ]);
      expect(seen).toMatchObject([{ outcome: `${rows} rows` }]);
    }
  });
});
