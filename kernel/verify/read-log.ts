import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { type LeafFields, leafOf } from "./hashes.ts";

/** Every row behind a number, also those whose number a log would never give. */
export async function* rowsBehind(
  db: Queryable,
  tenantId: TenantId,
  after: number,
): AsyncGenerator<LoggedEvent> {
  const upTo = Number.MAX_SAFE_INTEGER;
  for await (const page of logPages(db, tenantId, { after, upTo })) yield* page;
}

/** The leaf of an event as it would be with that number. */
export const leafAt = (event: LoggedEvent, seq: number): Buffer => leafOf({ ...event, seq });

/** An event as the log holds it, with its hashes. */
export type LoggedEvent = LeafFields & Readonly<{ leaf: Buffer; chain: Buffer }>;

const PAGE = 500;

const PAGE_SQL = `
  select tenant_id as "tenantId", seq, stream_id as "streamId", stream_version as "streamVersion",
         stream_type as "streamType", type, schema_v as "schemaV", command_id as "commandId",
         command_ix as "commandIx", actor_id as "actorId", recorded_ms as "recordedMs",
         occurred_ms as "occurredMs", data::text as data, meta::text as meta, effects::text as effects,
         leaf, chain
    from es.events
   where tenant_id = $1 and seq > $2 and seq <= $3
   order by seq
   limit ${PAGE}`;

/** Events of a tenant behind `after` up to and with `upTo`, page by page: no more than a page is held. */
export async function* logPages(
  db: Queryable,
  tenantId: TenantId,
  { after, upTo }: Readonly<{ after: number; upTo: number }>,
): AsyncGenerator<readonly LoggedEvent[]> {
  for (let from = after; from < upTo;) {
    const { rows } = await db.query<LoggedEvent>(PAGE_SQL, [tenantId, from, upTo]);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    from = last.seq;
  }
}
