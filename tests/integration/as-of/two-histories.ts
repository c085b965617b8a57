import type { TenantId } from "#kernel/contract/ids.ts";
import { createSealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import { consume } from "#projector/consume.ts";
import { createCopier } from "#projector/past/copy-sums.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fromLog } from "#projector/sources.ts";
import type { Random } from "#tests/kit/builders/random.ts";
import { tenantOf } from "#tests/kit/builders/shop-log.ts";
import { openProjectorDatabase } from "#tests/kit/database/projector-database.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";

import { writeHistory } from "./history.ts";

export const DATA_KEY = Buffer.alloc(32, 7);

/** A database in which tenants are created in pairs: the same ids, other histories. */
export async function openHistories() {
  const database = await openProjectorDatabase();
  const reader = poolAs("query_ro", database.adminUrl, 4);
  const sealer = createSealer({ dataKey: DATA_KEY, ...subjectKeys(database.writer) });
  let shops = 0;

  /** Copies are made at random times, which must make no difference. */
  async function project(tenantIds: readonly TenantId[], random: Random): Promise<void> {
    const every = 3 + Math.floor(random() * 20);
    const copies = random() < 0.8 ? createCopier({ pool: database.projector, every }) : undefined;
    const scope = { tenantIds, projections: PROJECTIONS };
    const consuming = { pool: database.projector, dataKey: DATA_KEY };
    for (;;) {
      const size = 5 + Math.floor(random() * 60);
      const reached = await consume(consuming, scope, fromLog(size));
      if (random() < 0.5) await copies?.();
      if (reached.size === 0) return;
    }
  }

  return {
    ...database,
    reader,
    imagine: async (random: Random, events: number): Promise<readonly TenantId[]> => {
      const tenantIds = [tenantOf(shops + 1), tenantOf(shops + 2)];
      shops += 2;
      for (const tenantId of tenantIds) {
        await writeHistory({ pool: database.writer, sealer, tenantId, random }, events);
      }
      await project(tenantIds, random);
      return tenantIds;
    },
    /**
     * Puts checkpoints out of step, as while one read model is ahead of another: current rows must
     * not be used.
     */
    outOfStep: (tenantIds: readonly TenantId[]) =>
      database.admin.query(
        `update rm.checkpoints set seq = seq + 1
          where tenant_id = any ($1) and projection in ('products', 'customers', 'shops', 'settings')`,
        [tenantIds],
      ),
    close: async (): Promise<void> => {
      await reader.end();
      await database.close();
    },
  };
}

export type Histories = Awaited<ReturnType<typeof openHistories>>;

type Moment = Readonly<{ tenantId: TenantId; seq: number; atMs: number }>;

/** A random event of a tenant's log, and its time. */
export async function anyMoment(
  { admin }: Histories,
  tenantId: TenantId,
  random: Random,
): Promise<Moment> {
  const { rows } = await admin.query<{ seq: number; atMs: number }>(
    `select e.seq::int, e.recorded_ms::float8 as "atMs" from es.events e
      where e.tenant_id = $1 order by e.seq`,
    [tenantId],
  );
  const moment = rows[Math.floor(random() * rows.length)];
  if (!moment) throw new Error("a shop without a history");
  // The sales are around this day, whenever the test runs.
  return { tenantId, seq: moment.seq, atMs: NOW_MS };
}

const NOW_MS = Date.parse("2026-03-08T15:30:00Z");
