import { setTimeout as delay } from "node:timers/promises";

import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { singleReader, verifyLog } from "#kernel/verify/verify-log.ts";

/** One event as a reader of the log saw it. */
export type Seen = Readonly<{ seq: number; leaf: string }>;

export type Audits = Readonly<{
  /** What the tailing reader saw, by tenant, in its order. */
  tail: ReadonlyMap<TenantId, readonly Seen[]>;
  /** What verification found wrong while the sellers worked. */
  alarms: readonly string[];
  stop: () => Promise<void>;
}>;

const TAIL_EVERY_MS = 8;
const VERIFY_EVERY_MS = 150;

/** While the sellers work, one reader follows each log and another verifies it from its start. */
export function startAudits(pool: Pool, tenants: readonly TenantId[]): Audits {
  const tail = new Map<TenantId, Seen[]>(tenants.map((tenantId) => [tenantId, []]));
  const alarms: string[] = [];
  let isStopped = false;

  const repeat = async (everyMs: number, work: () => Promise<void>): Promise<void> => {
    while (!isStopped) {
      await work();
      await delay(everyMs);
    }
    await work();
  };
  const follow = async (): Promise<void> => {
    for (const [tenantId, seen] of tail) {
      const { rows } = await pool.query<Seen>(
        `select seq, encode(leaf, 'hex') as leaf from es.events
          where tenant_id = $1 and seq > $2 order by seq`,
        [tenantId, seen.at(-1)?.seq ?? 0],
      );
      seen.push(...rows);
    }
  };
  const verify = async (): Promise<void> => {
    for (const tenantId of tenants) alarms.push(...(await deviationsOf(pool, tenantId)));
  };
  const running = Promise.all([repeat(TAIL_EVERY_MS, follow), repeat(VERIFY_EVERY_MS, verify)]);
  running.catch(() => undefined); // rethrown by `stop`

  return {
    tail,
    alarms,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

/** Checks a whole log in one snapshot, as an auditor does. */
async function deviationsOf(pool: Pool, tenantId: TenantId): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const { found } = await verifyLog(singleReader(client), tenantId);
    return found.map(({ seq, kind, message }) => `${tenantId} ${seq}: ${kind}, ${message}`);
  } finally {
    await client.query("rollback");
    client.release();
  }
}
