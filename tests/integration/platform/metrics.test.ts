import { afterAll, beforeAll, expect, test } from "vitest";

import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { noteBackup, noteRestoreTest } from "#command-api/platform/backups.ts";
import { measurePlatform } from "#command-api/platform/platform-metrics.ts";
import { measureJobs } from "#command-api/reactions/engine/job-metrics.ts";
import { BackupId } from "#kernel/contract/ids.ts";
import { registry } from "#kernel/node/metrics/registry.ts";
import type { Clock } from "#kernel/node/time.ts";
import { consume } from "#projector/consume.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fromLog } from "#projector/sources.ts";
import { createShopLog, tenantOf } from "#tests/kit/builders/shop-log.ts";
import {
  openProjectorDatabase,
  type ProjectorDatabase,
} from "#tests/kit/database/projector-database.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";

let database: ProjectorDatabase;
beforeAll(async () => {
  database = await openProjectorDatabase();
});
afterAll(() => database.close());

/** What /metrics shows, by name and labels. */
async function shown(measure: () => () => void): Promise<Map<string, number>> {
  const leave = measure();
  const lines = (await registry.metrics()).split("\n");
  leave();
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]));
}

const platform = (clock: Clock = Date.now) =>
  shown(() =>
    measurePlatform({ pool: database.writer, store: createEventStore(database.writer), clock }),
  );

const lagOf = (name: string) => `tillbook_projection_lag_${name}`;

test("lag and parked tenants are shown by projection, of all tenants together", async () => {
  const shops = [
    createShopLog(database.writer, tenantOf(1)),
    createShopLog(database.writer, tenantOf(2)),
  ];
  for (const shop of shops) {
    shop.register();
    shop.addProduct(1, 1_000);
    await shop.flush();
  }
  const options = { pool: database.projector, dataKey: Buffer.alloc(32, 7) };
  const tenantIds = shops.map(({ tenantId }) => tenantId);
  await consume(options, { tenantIds, projections: PROJECTIONS }, fromLog());
  const before = await platform();
  expect(before.get(`${lagOf("events")}{projection="sales"}`)).toBe(0);
  expect(before.get(`${lagOf("seconds")}{projection="sales"}`)).toBe(0);

  for (const shop of shops) {
    shop.sell(1, [{ product: 1, quantity: 1 }]);
    shop.sell(2, [{ product: 1, quantity: 1 }]);
    await shop.flush();
  }
  const others = PROJECTIONS.filter(({ name }) => name !== "sales");
  await consume(options, { tenantIds, projections: others }, fromLog());
  await database.admin.query(
    "insert into rm.projection_parked values ($1, 'products', 7, 'SaleRecorded', 'a fault', 1)",
    [tenantIds[0]],
  );
  const after = await platform(() => Date.now() + 90_000);
  expect(after.get(`${lagOf("events")}{projection="sales"}`)).toBe(4);
  expect(after.get(`${lagOf("seconds")}{projection="sales"}`)).toBeGreaterThanOrEqual(90);
  expect(after.get(`${lagOf("events")}{projection="customers"}`)).toBe(0);
  expect(after.get('tillbook_parked_tenants{projection="products"}')).toBe(1);
  expect(after.get('tillbook_parked_tenants{projection="sales"}')).toBe(0);
  expect(after.get("tillbook_broken_logs")).toBe(0);
  expect(after.get("tillbook_database_deadlocks")).toBe(0);
  expect([...after.keys()].join("\n")).not.toContain(tenantIds[0]);
});

test("the age of the last backup and its restore test are shown", async () => {
  expect((await platform()).has("tillbook_backup_age_seconds")).toBe(false);
  const store = createEventStore(database.writer);
  const takenMs = Date.now() - 3_600_000;
  const backupId = BackupId.parse("019a0000-0000-7000-8000-00000000ba01");
  await noteBackup(
    store,
    { backupId, takenMs, bytes: 1, head: 1, tenants: 1, events: 1 },
    Date.now(),
  );
  const sound = await platform();
  expect(sound.get("tillbook_backup_age_seconds")).toBeGreaterThanOrEqual(3_600);
  expect(sound.get("tillbook_restore_test_failed")).toBe(0);
  await noteRestoreTest(store, { backupId, ok: false, error: "a fault" }, Date.now());
  expect((await platform()).get("tillbook_restore_test_failed")).toBe(1);
});

test("jobs are counted by state, with the age of the oldest that is due", async () => {
  const jobs = poolAs("jobs", database.adminUrl, 1);
  await database.admin.query(
    `insert into jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
                             deletion_seconds, partition, table_name)
     values ('reactions', 'standard', 1, 1, true, 60, 1000, 1000, false, 'job_common') on conflict do nothing`,
  );
  await database.admin.query(
    `insert into jobs.job (name, state, start_after)
     values ('reactions', 'created', now() - interval '5 minutes'), ('reactions', 'created', now() + interval '1 day'),
            ('reactions', 'failed', now() - interval '2 hours')`,
  );
  const seen = await shown(() => measureJobs(jobs, "reactions"));
  await jobs.end();
  expect(seen.get('tillbook_jobs{state="created"}')).toBe(2);
  expect(seen.get('tillbook_jobs{state="failed"}')).toBe(1);
  expect(seen.get('tillbook_jobs{state="active"}')).toBe(0);
  expect(seen.get("tillbook_jobs_oldest_seconds")).toBeGreaterThanOrEqual(300);
  expect(seen.get("tillbook_jobs_oldest_seconds")).toBeLessThan(400);
});
