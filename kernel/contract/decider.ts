import type { EventType, StreamOf } from "#kernel/contract/event-types.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";

/** The events to append (none if nothing has to change), or the reason for refusing. */
export type Decision<Event, Code extends string> = readonly Event[] | Rejection<Code>;

/**
 * The pure core of an aggregate: `decide` and `evolve` never throw, read a clock, make an id or do
 * I/O. Ids and times are in the command. `parseState` reads the stored snapshot.
 */
export type Decider<
  Command,
  State,
  Event extends { type: EventType },
  Code extends string,
> = Readonly<{
  streamType: StreamOf<Event["type"]>;
  initialState: State;
  parseState: (stored: unknown) => State;
  decide: (command: Command, state: State) => Decision<Event, Code>;
  evolve: (state: State, event: Event) => State;
}>;
