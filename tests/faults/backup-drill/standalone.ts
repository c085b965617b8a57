import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { keyFileSecret } from "#standalone/operator/backup/backup-secret.ts";
import { checkBackup } from "#standalone/operator/backup/read-backup.ts";
import { databaseOn } from "#standalone/product/database.ts";
import { runningPostgresUrl } from "#standalone/product/postgres/embedded-postgres.ts";
import { clusterIn } from "#standalone/product/postgres/postgres-cluster.ts";
import { findPostmaster } from "#standalone/product/postgres/postmaster.ts";
import { waitUntilGone } from "#standalone/product/postgres/process-alive.ts";
import { startStandalone } from "#tests/kit/product/standalone-process.ts";
import { request } from "#tests/kit/product/till.ts";

import type { Checks } from "./checks.ts";
import { factsUpTo, inDatabase } from "./facts.ts";
import { checkRestored, type Expected } from "./restored.ts";
import { runCommand } from "./run-command.ts";
import { type DrillShop, erase, openDrillShop, soldMore } from "./shop.ts";

/** Sales of each shop before the backup, and during and after it. */
type Sold = Readonly<{ before: number; after: number }>;
const SOLD: Sold = { before: 300, after: 200 };

export type DrilledBackup = Expected &
  Readonly<{
    path: string;
    env: Record<string, string>;
    restoredInMs: number;
    /** Files that were not what was written, and those of them that were refused. */
    badFiles: number;
    refused: number;
    /** Logs in which the comparison saw sales that a superuser deleted before the disk was lost. */
    seenDamaged: number;
  }>;

/** A shop loses its data folder and gets it back from a backup that was taken while it sold. */
export async function drillStandalone(
  checks: Checks,
  folder: string,
  sold = SOLD,
): Promise<DrilledBackup> {
  const dataDir = join(folder, "data");
  const path = join(folder, "drill.backup");
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const product = await startStandalone(dataDir);
  const shops = await Promise.all(
    ["Ama's shop", "Kofi's shop"].map((name) => openDrillShop(product.url, name)),
  );
  await soldByAll(shops, sold.before);
  const before = count(shops);
  const backup = await runCommand("backup", ["--to", path], env);
  checks.same("the backup is taken while tills sell", backup.code, 0);
  checks.note(`${backup.out} in ${(backup.ms / 1000).toFixed(1)} s, ${count(shops) - before} sold`);
  await soldByAll(shops, sold.after);
  for (const { till, erasedAfter } of shops) await erase(till, erasedAfter);
  for (const { load } of shops) await load.stop();
  checks.same("refused sales", shops.flatMap(({ load }) => load.refused).length, 0);

  const manifest = await checkBackup(path, await keyFileSecret(`${dataDir}-backup.key`));
  const adminUrl = databaseOn((await runningPostgresUrl(dataDir)) ?? "").adminUrl;
  const expected = { manifest, facts: await factsUpTo(adminUrl, manifest.heads), shops };
  await deleteSales(adminUrl, shops);
  const damaged = await factsUpTo(adminUrl, manifest.heads);
  const seenDamaged = damaged.filter((one, n) => one.sales !== expected.facts[n]?.sales).length;
  checks.same("logs in which deleted sales are seen", seenDamaged, shops.length);
  await product.kill();
  await loseFolder(dataDir);

  const bad = await refuseBad(checks, path, env);
  const restore = await runCommand("restore", ["--from", path], env);
  checks.same("the data folder is restored", [restore.code, existsSync(dataDir)], [0, true]);
  checks.note(`${restore.out.replaceAll("\n", " ")} (${(restore.ms / 1000).toFixed(1)} s)`);
  await checkRunning(checks, dataDir, expected);
  return { ...expected, ...bad, path, env, restoredInMs: restore.ms, seenDamaged };
}

const soldByAll = (shops: readonly DrillShop[], each: number): Promise<unknown> =>
  Promise.all(shops.map((shop) => soldMore(shop, each)));
const count = (shops: readonly DrillShop[]): number =>
  shops.reduce((sum, { load }) => sum + load.sold.length, 0);

/** Like a dead disk: nothing was stopped in order. */
async function loseFolder(dataDir: string): Promise<void> {
  const postmaster = await findPostmaster(clusterIn(dataDir));
  if (postmaster) {
    process.kill(postmaster.pid, "SIGKILL");
    await waitUntilGone(postmaster.pid, 10_000);
  }
  await rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 200 });
}

async function refuseBad(
  checks: Checks,
  path: string,
  env: Readonly<Record<string, string>>,
): Promise<Readonly<{ badFiles: number; refused: number }>> {
  const bytes = await readFile(path);
  const tampered = Buffer.from(bytes);
  tampered.writeUInt8(tampered.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  const bad = `${path}.bad`;
  const files = [
    ["missing", undefined],
    ["truncated", bytes.subarray(0, -100)],
    ["tampered", tampered],
  ] as const;
  let refused = 0;
  for (const [what, content] of files) {
    if (content) await writeFile(bad, content);
    const { code, out } = await runCommand("restore", ["--from", bad], env);
    checks.same(
      `a ${what} file is refused, and nothing is written`,
      [code, existsSync(env["DATA_DIR"] ?? "")],
      [1, false],
    );
    checks.note(out);
    if (code === 1) refused += 1;
  }
  return { badFiles: files.length, refused };
}

/** A bad DELETE: half of each shop's sales, by someone whom nothing stops. */
async function deleteSales(adminUrl: string, shops: readonly DrillShop[]): Promise<void> {
  await inDatabase(adminUrl, async (ask) => {
    await ask("set session_replication_role = replica");
    await ask(
      `delete from es.events
        where tenant_id = any ($1) and type = 'SaleRecorded' and seq % 2 = 0`,
      [shops.map(({ till }) => till.tenantId)],
    );
  });
}

/** The restored product runs; sessions still work, and its tills sell on. */
async function checkRunning(checks: Checks, dataDir: string, expected: Expected): Promise<void> {
  const product = await startStandalone(dataDir);
  try {
    const adminUrl = databaseOn((await runningPostgresUrl(dataDir)) ?? "").adminUrl;
    await checkRestored(checks, adminUrl, expected);
    const rebuilt = await runCommand("rebuild", [], { DATA_DIR: dataDir });
    checks.same("rebuilt read models", rebuilt.out.match(/differences: (\d+)/)?.[1], "0");
    checks.same(
      "a till sells on with its old token",
      await sellOn(product.url, expected),
      [200, 200],
    );
  } finally {
    await product.stop();
  }
}

export const sellOn = (url: string, { shops }: Expected): Promise<number[]> =>
  Promise.all(
    shops.map(async ({ till, productId }) => {
      const items = [{ product_id: productId, quantity: 1, unit_price: 4.5 }];
      const sold = await request(url, "POST", "/api/sales.php", {
        headers: { authorization: `Bearer ${till.token}` },
        body: { items, payment_method: "cash" },
      });
      return sold.status;
    }),
  );
