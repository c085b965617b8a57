import type { EventType } from "#kernel/contract/event-types.ts";
import { parseStored, type RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import { type EventEffects, StoredEvent } from "#kernel/contract/events/recorded.ts";

import { CASHIER, id, tenantOf } from "./shop-log.ts";

type Envelope = Omit<Partial<StoredEvent>, "effects"> & Readonly<{ effects?: EventEffects }>;

/** An event as a projection gets it: stored, read back and parsed. */
export function recorded(type: EventType, data: object, over: Envelope = {}): RecordedEvent {
  const { effects, ...envelope } = over;
  return parseStored(
    StoredEvent.parse({
      tenantId: tenantOf(1),
      seq: 1,
      streamId: id(1),
      streamVersion: 1,
      streamType: "any",
      schemaV: 1,
      commandId: id(2),
      commandIx: 0,
      actorId: CASHIER,
      recordedMs: 2_000,
      occurredMs: 1_000,
      meta: '{"source":"web"}',
      ...envelope,
      type,
      data: JSON.stringify(data),
      effects: effects === undefined ? null : JSON.stringify(effects),
    }),
  );
}
