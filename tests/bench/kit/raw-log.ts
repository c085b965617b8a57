import { createHash, randomUUID } from "node:crypto";

import type pg from "pg";

import type { AppendCommand } from "#command-api/event-store/append.ts";
import { invariant } from "#kernel/contract/rejection.ts";

const PARTITIONS = 16;
const LEAF = createHash("sha256").update("leaf").digest();

/** A table like es.events without anything that guards it: what Postgres can do at best. */
export async function createRawLog(admin: pg.Pool): Promise<void> {
  await admin.query(
    "create table raw_log (like es.events including all) partition by hash (tenant_id)",
  );
  for (let n = 0; n < PARTITIONS; n++) {
    await admin.query(
      `create table raw_log_${n} partition of raw_log for values with (modulus ${PARTITIONS}, remainder ${n})`,
    );
  }
}

const INSERT = {
  name: "raw",
  text: `insert into raw_log (tenant_id, seq, stream_id, stream_version, stream_type, type, schema_v, command_id,
           command_ix, actor_id, recorded_ms, occurred_ms, data, meta, effects, leaf, chain)
         values ($1, $2, $3, 1, $4, $5, 1, $6, 0, $7, $8, $8, $9, $10, '{"stock":[]}', $11, $11)`,
};

let seq = Date.now() * 1000;

/** The event of a command as one row, one INSERT, one transaction. */
export async function rawInsert(
  admin: pg.Pool,
  { tenantId, actorId, meta, events }: AppendCommand,
): Promise<void> {
  const [event] = events;
  invariant(event !== undefined, "a command without an event");
  seq += 1;
  await admin.query({
    ...INSERT,
    values: [
      tenantId,
      seq,
      event.streamId,
      event.streamType,
      event.type,
      randomUUID(),
      actorId,
      event.occurredMs,
      event.data,
      meta,
      LEAF,
    ],
  });
}
