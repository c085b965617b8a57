import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { EventConsumer, UnreadableMessage } from "#kernel/node/kafka/event-bus.ts";

/** Records what a consumer receives, in order. */
export function createRecorder() {
  const events: StoredEvent[] = [];
  const unreadable: UnreadableMessage[] = [];
  const onBatch: Parameters<EventConsumer["run"]>[0] = async (batch, bad) => {
    events.push(...batch);
    unreadable.push(...bad);
  };
  const seqsOf = (tenantId: TenantId) =>
    events.filter((event) => event.tenantId === tenantId).map(({ seq }) => seq);
  return {
    events,
    unreadable,
    onBatch,
    seqsOf,
    /** Without repeats: only numbers above all earlier ones. */
    newSeqsOf: (tenantId: TenantId) => {
      let highest = 0;
      return seqsOf(tenantId).filter((seq) => {
        const isNew = seq > highest;
        highest = Math.max(highest, seq);
        return isNew;
      });
    },
  };
}
