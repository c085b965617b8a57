import { afterAll, beforeAll, expect, test } from "vitest";

import { LOGIN_ROLES } from "#kernel/node/postgres/roles.ts";
import { adding, selling } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { createTried, TRY, type TriedStatement } from "#tests/kit/database/every-table.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

// Every role except the owner of the log and the migrator, which acts as its owner.
const OURS = tenant(1);
const STRANGER = "somebody_else";
const ROLES = [...LOGIN_ROLES.filter((role) => role !== "migrator"), "rm_owner", STRANGER];

const WRITES: Readonly<Record<string, string>> = {
  INSERT: `insert into # (tenant_id, seq) values ('${OURS}', 99)`,
  "INSERT of what is there": "insert into # select * from #",
  UPDATE: "update # set data = '{}'",
  "UPDATE of one row": `update # set actor_id = actor_id where tenant_id = '${OURS}' and seq = 1`,
  DELETE: "delete from #",
  "DELETE of one row": `delete from # where tenant_id = '${OURS}' and seq = 1`,
  TRUNCATE: "truncate #",
  MERGE: "merge into # e using (select 1) on true when matched then delete",
  "COPY in": "copy # from program 'echo'",
  "ALTER column": "alter table # add column more int",
  "ALTER owner": "alter table # owner to current_user",
  "ALTER row security": "alter table # disable row level security",
  "ALTER triggers": "alter table # disable trigger all",
  DROP: "drop table #",
  TRIGGER:
    "create trigger t before insert on # execute function suppress_redundant_updates_trigger()",
  RULE: "create rule r as on insert to # do instead nothing",
  POLICY: "create policy p on # using (true)",
  INDEX: "create index on # (actor_id)",
};

let db: LogDatabase;
let logs: string[];
beforeAll(async () => {
  db = await openLogDatabase();
  const milo = streamId(1);
  await db.append([adding(OURS, milo, 10, { newTenant: true }), selling(OURS, [[milo, 1]])]);
  const rows = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'es'::regnamespace and c.relname ~ '^events' and c.relkind in ('r', 'p') order by 1`,
  );
  logs = rows.map(({ name }) => name);
  await createTried(db);
  // Roles belong to the whole server: it goes with this suite.
  await db.query(`create role ${STRANGER}`);
});
afterAll(async () => {
  await db.query(`drop role ${STRANGER}`);
  await db.close();
});

async function tried(
  role: string,
  sql: string,
  before = "select 1",
): Promise<readonly TriedStatement[]> {
  const client = await db.admin.connect();
  try {
    await client.query("begin");
    await client.query(before);
    await client.query(`set local role ${role}`);
    await client.query(
      "select set_config('app.tenant', $1, true), set_config('app.tenants', $2, true)",
      [OURS, `{${OURS}}`],
    );
    const statements = logs.map((table) => sql.replaceAll("#", table));
    return (await client.query<TriedStatement>(TRY, [statements])).rows;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const cases = ROLES.flatMap((role) =>
  Object.entries(WRITES).map(([name, sql]) => [role, name, sql] as const),
);

test.for(cases)("%s is refused %s on the log and on each of its parts", async ([role, , sql]) => {
  const outcomes = await tried(role, sql);
  expect(outcomes).toHaveLength(17);
  expect(outcomes.filter(({ outcome }) => outcome !== "refused")).toEqual([]);
});

test("wrote nothing to the log", async () => {
  expect(await db.numbersOf(OURS)).toEqual({ events: 2, first: 1, last: 2, head: 2 });
});

test("control: a role granted the right and a policy can update a row", async () => {
  const outcomes = await tried(
    "query_ro",
    WRITES["UPDATE of one row"] ?? "",
    "grant select, update on es.events to query_ro; create policy p on es.events to query_ro using (true) with check (true)",
  );
  expect(outcomes.filter(({ outcome }) => outcome === "1 rows")).toHaveLength(1);
});
