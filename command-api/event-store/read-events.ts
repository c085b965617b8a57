import type { EventType } from "#kernel/contract/event-types.ts";
import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { StreamId, TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { type EventRow, toStored } from "./event-row.ts";

export type ReadEvents = Readonly<{
  between: (tenantId: TenantId, firstSeq: number, lastSeq: number) => Promise<StoredEvent[]>;
  /** One event of a stream, by its version. */
  ofStream: (
    tenantId: TenantId,
    streamId: StreamId,
    version: number,
  ) => Promise<StoredEvent | undefined>;
  /** The events of these types in some streams, by stream and version. */
  history: (
    tenantId: TenantId,
    streamIds: readonly StreamId[],
    types: readonly EventType[],
  ) => Promise<StoredEvent[]>;
}>;

export const createReadEvents = (db: Queryable): ReadEvents => ({
  async between(tenantId, firstSeq, lastSeq) {
    if (lastSeq < firstSeq) return [];
    const { rows } = await db.query<EventRow>("select * from es.events_between($1, $2, $3)", [
      tenantId,
      firstSeq,
      lastSeq,
    ]);
    return rows.map((row) => toStored(tenantId, row));
  },
  async ofStream(tenantId, streamId, version) {
    const { rows } = await db.query<EventRow>("select * from es.stream_event($1, $2, $3)", [
      tenantId,
      streamId,
      version,
    ]);
    const [row] = rows;
    return row && toStored(tenantId, row);
  },
  async history(tenantId, streamIds, types) {
    const { rows } = await db.query<EventRow>("select * from es.stream_history($1, $2, $3)", [
      tenantId,
      streamIds,
      types,
    ]);
    return rows.map((row) => toStored(tenantId, row));
  },
});
