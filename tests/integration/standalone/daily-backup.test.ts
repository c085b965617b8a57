import { readdir } from "node:fs/promises";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { backupName } from "#standalone/operator/backup/backup-paths.ts";
import { backUpIfDue } from "#standalone/operator/backup/daily-backups.ts";
import { tryRestore } from "#standalone/operator/restore/try-restore.ts";
import { tenantOf } from "#tests/kit/builders/shop-log.ts";
import { TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

import { type BackedUpShop, openBackedUpShop } from "./backed-up-shop.ts";

const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse("2026-03-01T03:00:00Z");

let shop: BackedUpShop;
let nowMs = FIRST_MS;
beforeAll(async () => {
  shop = await openBackedUpShop();
  await shop.addTwin(tenantOf(1));
});
afterAll(() => shop.close());

const daily = (trying: (path: string) => Promise<void> = () => Promise.resolve()) => ({
  source: () => Promise.resolve(shop.source()),
  secret: () => Promise.resolve(shop.secret),
  dir: shop.pathOf("daily"),
  tryRestore: trying,
  store: shop.apis.service.store,
  clock: () => nowMs,
  log: silent,
});
const platformLog = () =>
  shop.apis.query<{ type: string; data: Record<string, unknown> }>(
    `select type, data from es.events
      where tenant_id = $1 and stream_type = 'backup' order by seq`,
    [PLATFORM_TENANT_ID],
  );
const asked = async (url: string): Promise<unknown> =>
  (await shop.apis.askOf.query("GET", url, { as: "super_admin" })).body;

test("ADMIN-33: is taken once a day, and the oldest beyond 14 go", async () => {
  for (let day = 0; day < 16; day++) {
    await backUpIfDue(daily());
    nowMs += DAY_MS / 2;
    await backUpIfDue(daily());
    nowMs += DAY_MS / 2;
  }
  const names = (await readdir(shop.pathOf("daily"))).toSorted();
  expect([names.length, names[0]]).toEqual([14, backupName(FIRST_MS + 2 * DAY_MS)]);
  expect((await platformLog()).filter(({ type }) => type === "BackupTaken")).toHaveLength(16);
});

test("is read back to try it, for real, and the log says so", async () => {
  const trying = (path: string): Promise<void> =>
    tryRestore({
      path,
      secret: shop.secret,
      adminUrl: shop.apis.adminUrl,
      passwords: TEST_PASSWORDS,
      erasedDir: shop.folder,
    });
  await backUpIfDue(daily(trying));
  const [backup, tested] = (await platformLog()).slice(-2);
  expect(backup).toMatchObject({ type: "BackupTaken", data: { takenMs: nowMs } });
  const { backupId } = backup?.data ?? {};
  expect(tested).toMatchObject({ type: "RestoreTested", data: { backupId, ok: true } });
  const left = await shop.apis.query("select 1 from pg_database where datname ~ 'restore_test'");
  expect(left).toEqual([]);
});

test("a backup that cannot be restored is reported, also on the health and database screens", async () => {
  nowMs += DAY_MS;
  await backUpIfDue(daily(() => Promise.reject(new Error("heads differ"))));
  const failed = { test_ok: false, test_error: "heads differ" };
  expect((await platformLog()).at(-1)).toMatchObject({
    type: "RestoreTested",
    data: { ok: false, error: "heads differ" },
  });
  expect(await asked("/api/v1/platform/health")).toMatchObject({
    data: {
      backup: { taken_at: new Date(nowMs).toISOString(), ...failed },
      restore_test: failed,
    },
  });
  const Listed = z.object({ data: z.object({ backups: z.array(z.unknown()) }) });
  const { backups } = Listed.parse(await asked("/api/v1/platform/database")).data;
  expect([backups.length, backups[0]]).toEqual([14, expect.objectContaining(failed)]);
});

test("a backup that cannot be written leaves no file and the log unchanged", async () => {
  nowMs += DAY_MS;
  const before = await platformLog();
  const source = () => Promise.resolve({ ...shop.source(), adminUrl: "postgres://127.0.0.1:1/no" });
  await expect(backUpIfDue({ ...daily(), source })).rejects.toThrow();
  expect((await readdir(shop.pathOf("daily"))).filter((name) => name.includes("part"))).toEqual([]);
  expect(await platformLog()).toEqual(before);
});
