import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { CommandId, StreamId, type TenantId, UserId } from "#kernel/contract/ids.ts";

import type { Queryable } from "./append.ts";

export type ReadEvents = Readonly<{
  between: (tenantId: TenantId, firstSeq: number, lastSeq: number) => Promise<StoredEvent[]>;
  /** One event of a stream by its version. */
  ofStream: (
    tenantId: TenantId,
    streamId: StreamId,
    version: number,
  ) => Promise<StoredEvent | undefined>;
}>;

type Row = Readonly<{
  seq: number;
  stream_id: string;
  stream_version: number;
  stream_type: string;
  type: string;
  schema_v: number;
  command_id: string;
  command_ix: number;
  actor_id: string;
  recorded_ms: number;
  occurred_ms: number;
  data: string;
  meta: string;
  effects: string | null;
}>;

export const createReadEvents = (db: Queryable): ReadEvents => ({
  async between(tenantId, firstSeq, lastSeq) {
    if (lastSeq < firstSeq) return [];
    const { rows } = await db.query<Row>("select * from es.events_between($1, $2, $3)", [
      tenantId,
      firstSeq,
      lastSeq,
    ]);
    return rows.map((row) => toStored(tenantId, row));
  },
  async ofStream(tenantId, streamId, version) {
    const { rows } = await db.query<Row>("select * from es.stream_event($1, $2, $3)", [
      tenantId,
      streamId,
      version,
    ]);
    const [row] = rows;
    return row && toStored(tenantId, row);
  },
});

const toStored = (tenantId: TenantId, row: Row): StoredEvent => ({
  tenantId,
  seq: row.seq,
  streamId: StreamId.parse(row.stream_id),
  streamVersion: row.stream_version,
  streamType: row.stream_type,
  type: row.type,
  schemaV: row.schema_v,
  commandId: CommandId.parse(row.command_id),
  commandIx: row.command_ix,
  actorId: UserId.parse(row.actor_id),
  recordedMs: row.recorded_ms,
  occurredMs: row.occurred_ms,
  data: row.data,
  meta: row.meta,
  effects: row.effects,
});
