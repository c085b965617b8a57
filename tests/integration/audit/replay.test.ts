import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";

import {
  AMA,
  DATA_KEY,
  KOFI,
  openTwoTenants,
  type TwoTenants,
} from "#tests/integration/projector/two-tenants.ts";
import { saleOf } from "#tests/kit/builders/shop-log.ts";
import { TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";

import { type AuditRun, runAudit } from "./audit-run.ts";

let shops: TwoTenants;
let env: Record<string, string>;
beforeAll(async () => {
  shops = await openTwoTenants();
  env = {
    DATABASE_URL: shops.database.connectionOf("auditor_ro").url,
    DB_PASSWORD_AUDITOR_RO: TEST_PASSWORDS.auditor_ro,
    DATA_KEY: DATA_KEY.toString("base64"),
  };
  for (const table of TABLES) {
    await shops.database.admin.query(
      `create table public.kept_${table} as select * from rm.${table}`,
    );
  }
});
afterAll(() => shops.database.close());
afterEach(async () => {
  for (const table of TABLES) {
    await shops.database.admin.query(
      `delete from rm.${table}; insert into rm.${table} select * from public.kept_${table}`,
    );
  }
});

const TABLES = ["rm_sales", "rm_products", "rm_daily_totals", "rm_stock_movements"];

const replay = (...more: readonly string[]): Promise<AuditRun> =>
  runAudit(["replay", ...more], env);

const ActivityText = z.object({
  tenants: z.int(),
  deviations: z.array(z.object({ tenantId: z.string(), seq: z.int(), message: z.string() })),
  changedSince: z.int(),
  passedOver: z.array(z.unknown()),
});

async function told(...more: readonly string[]) {
  const { code, out, err } = await replay("--json", ...more);
  expect(err).toBe("");
  return { code, ...ActivityText.parse(JSON.parse(out)) };
}

const seqOf = async (type: string, which: "min" | "max" = "min"): Promise<number> => {
  const { rows } = await shops.database.admin.query<{ seq: number }>(
    `select ${which}(seq)::int as seq from es.events where tenant_id = $1 and type = $2`,
    [AMA, type],
  );
  return rows[0]?.seq ?? 0;
};

test("read models that were not changed are what the log makes, and no temporary table is left", async () => {
  const { code, out, err } = await replay();
  expect([code, err]).toEqual([0, ""]);
  expect(out).toBe("The read models of 3 tenants are what the log makes.\n");
  // They go with their connections, which the server closes behind us.
  await vi.waitFor(
    async () => {
      const { rows } = await shops.database.admin.query(
        "select relname from pg_class where relname like 'rm\\_%' and relnamespace <> 'rm'::regnamespace and relkind = 'r'",
      );
      expect(rows).toEqual([]);
    },
    { timeout: 20_000, interval: 50 },
  );
});

test.for([
  [
    "a figure",
    "update rm.rm_sales set total_minor = total_minor + 1",
    "SaleRecorded",
    "total_minor is",
  ],
  [
    "a line of a sale",
    `update rm.rm_sales set lines = replace(lines::text, '"quantity":', '"quantity":1')::json`,
    "SaleRecorded",
    "lines is",
  ],
  ["a row that is gone", "delete from rm.rm_sales", "SaleRecorded", "made a row that is not there"],
] as const)("%s is listed with the event that should have made it", async ([, sql, type, said]) => {
  const seq = await seqOf(type);
  await shops.database.admin.query(
    `${sql} where tenant_id = $1 and sale_id = (
       select stream_id from es.events where tenant_id = $1 and seq = $2)`,
    [AMA, seq],
  );
  const { code, deviations } = await told();
  expect(code).toBe(1);
  expect(deviations).toEqual([
    expect.objectContaining({ tenantId: AMA, seq, message: expect.stringContaining(said) }),
  ]);
});

test("a sale that an older build wrote without its text deviates only by what is wrong", async () => {
  const { admin } = shops.database;
  await admin.query("update rm.rm_sales set item = null");
  expect(await told()).toMatchObject({ code: 0, deviations: [] });
  await admin.query("update rm.rm_sales set tax_minor = 99 where tenant_id = $1 and sale_id = $2", [
    AMA,
    saleOf(1),
  ]);
  const { deviations } = await told();
  const message = expect.stringMatching(
    /^rm_sales sale_id \S+: tax_minor is 99 and should be \d+; made by SaleRecorded \d+$/,
  );
  expect(deviations).toEqual([expect.objectContaining({ message })]);
});

test("a row that no event made is listed, and of the other shop nothing", async () => {
  await shops.database.admin.query(
    `insert into rm.rm_daily_totals (tenant_id, day, currency, orders, total_minor, tax_minor)
     values ($1, '2020-01-01', 'GHS', 1, 100, 0)`,
    [KOFI],
  );
  const { deviations } = await told();
  const message = "rm_daily_totals day 2020-01-01 currency GHS: no event made this row";
  expect(deviations).toEqual([{ tenantId: KOFI, seq: 0, message }]);
});

test("to a number: what later events changed is counted, what none did is listed", async () => {
  const seq = await seqOf("SaleRecorded");
  await shops.database.admin.query(
    `update rm.rm_sales set item_count = item_count + 1 where tenant_id = $1 and sale_id = (
       select stream_id from es.events where tenant_id = $1 and seq = $2)`,
    [AMA, seq],
  );
  const { code, deviations, changedSince } = await told("--to", String(seq + 3));
  expect(code).toBe(1);
  expect(changedSince).toBeGreaterThan(0);
  expect(deviations.map((one) => one.seq)).toEqual([seq]);
});

test("to a time before everything: all rows are of later events", async () => {
  const { code, deviations, changedSince } = await told("--to", "2020-01-01T00:00:00Z");
  expect([code, deviations]).toEqual([0, []]);
  expect(changedSince).toBeGreaterThan(50);
});

test("a moment that is invalid, or an extra argument, cannot be run", async () => {
  expect((await replay("--to", "soon")).code).toBe(2);
  expect((await replay("now")).code).toBe(2);
});
