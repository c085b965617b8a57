import {
  type SigningResult,
  signTenant,
} from "#command-api/event-store/head-signer/sign-tenant.ts";
import { findDue, type DueHead } from "#command-api/event-store/head-signer/signed-head-rows.ts";
import { PLATFORM_TENANT_ID, type TenantId } from "#kernel/contract/ids.ts";
import { adding, newStream, selling } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { openLogDatabase } from "#tests/kit/database/log-database.ts";
import { madeSignedHeadKeys } from "#tests/kit/fakes/signed-head-keys.ts";

/** Two tenants whose events have the same numbers and whose product has the same id. */
export const [OURS, OTHERS] = [tenant(1), tenant(2)];
export const NOW_MS = 1_795_000_000_000;
export const MINUTE_MS = 60_000;
/** Events per tenant at the start. */
const EVENTS = 12;

const MILO = streamId(1);
const DUE = { events: 1_000, everyMs: 5 * MINUTE_MS };

type Row = { tree_size: number; root: Buffer; note: string; key_id: string };

/** The logs of two tenants, the installation's keys, and a clock that the test sets. */
export async function openSealedLogs() {
  const db = await openLogDatabase();
  const relay = db.as("relay", 1);
  const keys = madeSignedHeadKeys();
  const time = { nowMs: NOW_MS };
  const clock = () => time.nowMs;

  const sell = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) {
      const sale = newStream();
      await db.append([OURS, OTHERS].map((id) => selling(id, [[MILO, 1]], { sale })));
    }
  };
  await db.append([OURS, OTHERS].map((id) => adding(id, MILO, 1000, { newTenant: true })));
  await sell(EVENTS - 1);
  const kept = ["events", "tenant_heads", "stream_heads", "counters", "commands"];
  for (const table of kept) {
    await db.query(`create table public.kept_${table} as select * from es.${table}`);
  }

  const headOf = async (tenantId: TenantId): Promise<DueHead> => {
    const [head] = await db.query<DueHead>(
      `select tenant_id as "tenantId", seq::int, chain from es.tenant_heads where tenant_id = $1`,
      [tenantId],
    );
    if (!head) throw new Error("no head");
    return head;
  };
  const signedOf = (tenantId = OURS) =>
    db.query<Row>(
      `select tree_size::int, root, note, key_id from audit.signed_checkpoints
        where tenant_id = $1 order by tree_size`,
      [tenantId],
    );

  return {
    ...db,
    keys,
    time,
    clock,
    sell,
    headOf,
    signedOf,
    sizesOf: async (tenantId = OURS) => (await signedOf(tenantId)).map((row) => row.tree_size),
    seal: async (tenantId = OURS, by = keys): Promise<SigningResult> =>
      signTenant(relay, await headOf(tenantId), { keys: by, clock }),
    due: async (over: object = {}): Promise<TenantId[]> => {
      const heads = await findDue(relay, { ...DUE, nowMs: time.nowMs, ...over });
      return heads
        .map(({ tenantId }) => tenantId)
        .filter((tenantId) => tenantId !== PLATFORM_TENANT_ID);
    },
    leavesOf: async (tenantId: TenantId, size: number): Promise<Buffer[]> => {
      const rows = await db.query<{ leaf: Buffer }>(
        "select leaf from es.events where tenant_id = $1 and seq <= $2 order by seq",
        [tenantId, size],
      );
      return rows.map(({ leaf }) => leaf);
    },
    /** Back to the state before any signing or tampering. */
    restore: async (): Promise<void> => {
      for (const table of kept) {
        await db.query(`delete from es.${table}`);
        await db.query(`insert into es.${table} select * from public.kept_${table}`);
      }
      await db.query("truncate audit.signed_checkpoints, audit.refused_seals");
      time.nowMs = NOW_MS;
    },
  };
}
export type SealedLogs = Awaited<ReturnType<typeof openSealedLogs>>;
