import type { Decider } from "#kernel/contract/decider.ts";
import { schemaVersion, type StreamType } from "#kernel/contract/event-types.ts";
import type { TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import type { StreamId } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";

import type { AppendEvent, CounterLine, StockLine } from "./append.ts";
import type { Head } from "./load.ts";

/** An event to append, with the stock and counters it moves. */
export type PlannedEvent = Readonly<{
  streamId: StreamId;
  streamType: StreamType;
  expected: number;
  event: TillbookEvent;
  state?: unknown;
  stock?: readonly StockLine[];
  counters?: readonly CounterLine[];
}>;

/** Stock and counters that an event moves. The caller decides on floors and limits. */
export type Moves = Readonly<{ stock?: readonly StockLine[]; counters?: readonly CounterLine[] }>;

type Target<Command, State, Event extends TillbookEvent, Code extends string> = Readonly<{
  decider: Decider<Command, State, Event, Code>;
  streamId: StreamId;
  head: Head;
  command: Command;
  movesOf?: (event: Event) => Moves;
}>;

/**
 * Runs a decider on one loaded stream. Each event expects the version before it, and the last one
 * carries the snapshot. A stock delta alone expects no version, so two of them never conflict.
 */
export function planStream<Command, State, Event extends TillbookEvent, Code extends string>({
  decider,
  streamId,
  head,
  command,
  movesOf,
}: Target<Command, State, Event, Code>): readonly PlannedEvent[] | Rejection<Code> {
  const state = isOf(decider, head) ? decider.parseState(head.state) : decider.initialState;
  const decision = decider.decide(command, state);
  if (isRejection(decision)) return decision;

  const [only] = decision;
  const isDelta = decision.length === 1 && only?.type === "StockAdjusted";
  const after = decision.reduce(decider.evolve, state);
  return decision.map((event, index) => ({
    streamId,
    streamType: decider.streamType,
    expected: isDelta ? -1 : head.version + index,
    event,
    ...(index === decision.length - 1 && !isDelta ? { state: after } : {}),
    ...movesOf?.(event),
  }));
}

/** A customer id can be passed as a product id. Treat it as not found. */
const isOf = ({ streamType }: { streamType: string }, head: Head): boolean =>
  head.version > 0 && (head.streamType ?? streamType) === streamType;

export const toAppendEvent = (planned: PlannedEvent, occurredMs: number): AppendEvent => ({
  streamId: planned.streamId,
  streamType: planned.streamType,
  expected: planned.expected,
  type: planned.event.type,
  schemaV: schemaVersion(planned.event.type),
  occurredMs,
  data: JSON.stringify(planned.event.data),
  ...(planned.state === undefined ? {} : { state: JSON.stringify(planned.state) }),
  ...(planned.stock ? { stock: planned.stock } : {}),
  ...(planned.counters ? { counters: planned.counters } : {}),
});
