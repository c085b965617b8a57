import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import type { PlannedEvent } from "#command-api/event-store/plan.ts";
import type { StreamId } from "#kernel/contract/ids.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";

/** The streams that the entries of a request are decided on, as they are after those before. */
export type MovingHeads = Readonly<{
  of: (stream: StreamId) => Head;
  /** Changes them as the append will. */
  apply: (planned: readonly PlannedEvent[]) => void;
}>;

/** `heads` are those of `streams`, in their order. */
export function createMovingHeads(
  streams: readonly StreamId[],
  heads: readonly Head[],
): MovingHeads {
  const known = new Map<StreamId, Head>(
    streams.map((stream, index) => [stream, heads[index] ?? NO_HEAD]),
  );

  /** Of a stream that was not loaded, such as the one that an entry opens. */
  const headOf = (stream: StreamId): Head => known.get(stream) ?? NO_HEAD;

  function moveStock({ stock = [] }: PlannedEvent, opened: ReadonlySet<StreamId>): void {
    for (const { productId, amount, absolute } of stock) {
      const head = headOf(productId);
      const before = head.onHand ?? (opened.has(productId) ? 0 : undefined);
      if (before === undefined) continue;
      known.set(productId, { ...head, onHand: absolute ? amount : before + amount });
    }
  }

  return {
    of(stream) {
      const head = known.get(stream);
      if (!head) throw new InvariantError(`an entry is decided on ${stream}, which is not loaded`);
      return head;
    },
    apply(planned) {
      const opened = new Set<StreamId>();
      for (const event of planned) {
        const { streamId, streamType, state } = event;
        const { stateText: _, ...head } = headOf(streamId);
        if (head.version === 0) opened.add(streamId);
        known.set(streamId, {
          ...head,
          version: head.version + 1,
          streamType,
          // As it is stored and read again.
          ...(state === undefined ? {} : { state: JSON.parse(JSON.stringify(state)) }),
        });
        moveStock(event, opened);
      }
    },
  };
}
