import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { CommandId, StreamId, type TenantId, UserId } from "#kernel/contract/ids.ts";

/** An event in the log's column names. JSON columns are read as the stored texts. */
export type EventRow = Readonly<{
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

export const toStored = (tenantId: TenantId, row: EventRow): StoredEvent => ({
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
