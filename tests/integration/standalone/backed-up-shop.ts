import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createErasureList, readErasures } from "#kernel/node/erased-list.ts";
import { createPool, type Pool } from "#kernel/node/postgres/connections.ts";
import type { BackupSecret } from "#standalone/operator/backup/backup-secret.ts";
import { type TakenBackup, writeBackup } from "#standalone/operator/backup/write-backup.ts";
import { type Loaded, loadBackup } from "#standalone/operator/restore/load-backup.ts";
import { rebuildAll } from "#standalone/operator/restore/rebuild-all.ts";
import { openApis } from "#tests/integration/bad-input/apis.ts";
import { createShopLog, type tenantOf } from "#tests/kit/builders/shop-log.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

type TenantId = ReturnType<typeof tenantOf>;

/** Both APIs over a database that is backed up, and restored into others. */
export async function openBackedUpShop() {
  const secret: BackupSecret = { kind: "key", value: randomBytes(32) };
  const folder = await mkdtemp(join(tmpdir(), "tillbook-backup-"));
  const apis = await openApis({ erasedList: createErasureList(folder) });
  const closers: (() => Promise<unknown>)[] = [];
  const pathOf = (name: string): string => join(folder, name);

  const source = () => ({
    adminUrl: apis.adminUrl,
    keys: {
      dataKey: apis.dataKey.toString("base64"),
      requestHashKey: "r",
      tokenPrivateKey: "p",
      tokenPublicKey: "q",
    },
    files: { "checkpoint-key.pem": Buffer.from("a key").toString("base64") },
  });

  return {
    apis,
    folder,
    secret,
    source,
    pathOf,
    /** A shop whose products and sales have the ids that they have in every other such shop. */
    addTwin: async (tenantId: TenantId): Promise<void> => {
      const log = createShopLog(apis.as("cmd_writer", 1), tenantId);
      log.register();
      log.addProduct(1, 1000);
      for (let sale = 1; sale <= 20; sale++) log.sell(sale, [{ product: 1, quantity: 1 }]);
      log.voidSale(3, [{ product: 1, quantity: 1 }]);
      await log.flush();
    },
    take: (name: string): Promise<TakenBackup> =>
      writeBackup(source(), { path: pathOf(name), secret, nowMs: Date.now() }),
    emptyDatabase: async (): Promise<string> => {
      const { adminUrl, drop } = await freshDatabase({ empty: true });
      closers.push(drop);
      return adminUrl;
    },
    load: async (name: string, adminUrl: string, withList = true): Promise<Loaded> =>
      loadBackup({
        path: pathOf(name),
        secret,
        adminUrl,
        passwords: TEST_PASSWORDS,
        erased: withList ? await readErasures(folder) : [],
      }),
    rebuild: (adminUrl: string): Promise<void> =>
      rebuildAll({
        url: connectionAs("projector", adminUrl).url,
        passwords: TEST_PASSWORDS,
        dataKey: apis.dataKey,
        log: silent,
      }),
    adminOf: (adminUrl: string): Pool => {
      const { username, password } = new URL(adminUrl);
      const pool = createPool({ url: adminUrl, role: username, password, max: 2 });
      closers.push(() => pool.end());
      return pool;
    },
    /** Databases and pools that a test opened. */
    closeOpened: async (): Promise<void> => {
      for (const close of closers.splice(0).toReversed()) await close();
    },
    close: async (): Promise<void> => {
      await apis.close();
      await rm(folder, { recursive: true });
    },
  };
}
export type BackedUpShop = Awaited<ReturnType<typeof openBackedUpShop>>;

/** Every row of a table as text, in order. */
export const rowsOf = async (pool: Pool, table: string, which = "true"): Promise<string[]> =>
  (await pool.query<{ row: string }>(`select t::text as row from ${table} t where ${which}`)).rows
    .map(({ row }) => row)
    .toSorted();
