import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { catalogueViolations, tablesOfTenants } from "#tests/kit/database/catalogue-violations.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { row } from "#tests/scorecard/row.ts";

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
});
afterAll(() => db.close());

const PLANTED: readonly (readonly [sql: string, broken: string])[] = [
  ["create table rm.planted (tenant_id uuid)", "rm.planted has no forced row-level security"],
  ["create table rm.planted (tenant_id uuid)", "rm.planted has no policy"],
  [
    "alter table es.events no force row level security",
    "es.events has no forced row-level security",
  ],
  [
    "alter table es.events_7 disable row level security",
    "es.events_7 has no forced row-level security",
  ],
  [
    "alter table rm.rm_sales disable row level security",
    "rm.rm_sales has no forced row-level security",
  ],
  [
    "create policy open on es.events_7 using (true) with check (true)",
    "es.events_7 is a partition with a policy of its own",
  ],
  [
    "create policy open on es.counters to cmd_writer using (true)",
    "es.counters: policy open has no WITH CHECK",
  ],
  [
    "create policy open on es.counters using (true) with check (true)",
    "es.counters: policy open is for all roles",
  ],
  ["create view rm.peek as select * from es.events", "rm.peek is a view that runs as its owner"],
  [
    "create unique index on es.commands (command_id)",
    "es.commands: a key does not begin with tenant_id",
  ],
  ["grant insert on es.events to cmd_writer", "cmd_writer may INSERT es.events"],
  ["grant truncate on es.events to account_writer", "account_writer may TRUNCATE es.events"],
  [
    "grant select on all tables in schema es to query_ro",
    "query_ro may SELECT the partition es.events_3",
  ],
  ["grant update on rm.rm_products to query_ro", "query_ro may UPDATE rm.rm_products"],
  [
    "grant delete on audit.access_log to cmd_writer",
    "cmd_writer may change audit.access_log, which is only added to",
  ],
  [
    "grant update on audit.signed_checkpoints to relay",
    "relay may change audit.signed_checkpoints, which is only added to",
  ],
  ["grant select on es.events to public", "any role may select es.events"],
  ["grant execute on function es.heads() to public", "any role may execute es.heads()"],
  [
    "alter function es.heads() reset search_path",
    "es.heads() runs as its owner on anybody's search path",
  ],
  ["alter role query_ro bypassrls", "query_ro is more than a login"],
  ["grant es_owner to cmd_writer", "cmd_writer is a member of es_owner"],
  ["alter table rm.rm_shops owner to projector", "projector owns rm.rm_shops"],
  ["grant create on schema es to relay", "relay may create in es"],
  ["alter role es_owner login", "es_owner can log in and owns the tables"],
];

/** What is found while a violation is planted, which is rolled back. */
async function violationsWith(sql: string): Promise<string[]> {
  const client = await db.admin.connect();
  await client.query("begin");
  await client.query(sql);
  const found = await catalogueViolations(client);
  await client.query("rollback");
  client.release();
  return found;
}

describe("the catalogue of the database", () => {
  row(10, "it has no violation of tenant isolation", async ({ figure, control }) => {
    const violations = await catalogueViolations(db.admin);
    expect(violations).toEqual([]);
    figure("tables of tenants", (await tablesOfTenants(db.admin)).length, { atLeast: 36 });
    figure("violations", violations.length, { exactly: 0 });
    const unseen: string[] = [];
    for (const [sql, broken] of PLANTED) {
      if (!(await violationsWith(sql)).includes(broken)) unseen.push(broken);
    }
    expect(unseen).toEqual([]);
    control("planted violations found", PLANTED.length - unseen.length, {
      exactly: PLANTED.length,
    });
  });

  test("is checked whole: log, accounts, access log and read models", async () => {
    const tables = await tablesOfTenants(db.admin);
    expect(tables.length).toBeGreaterThan(35);
    for (const name of [
      "es.events",
      "es.events_0",
      "es.events_15",
      "es.tenant_heads",
      "es.stream_heads",
      "es.commands",
      "es.counters",
      "es.subject_keys",
      "es.relay_cursors",
      "auth.memberships",
      "auth.sessions",
      "audit.access_log",
      "audit.signed_checkpoints",
      "rm.checkpoints",
      "rm.rm_sales",
      "rm.rm_products",
      "rm.rm_tills",
      "ops.tills",
    ]) {
      expect(tables).toContain(name);
    }
  });
});
