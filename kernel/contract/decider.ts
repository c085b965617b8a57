import type { Rejection } from "#kernel/contract/rejection.ts";

/** Events to append, `[]` for "already so", or the reason why not. */
export type Decision<Event, Code extends string> = readonly Event[] | Rejection<Code>;

/**
 * The pure core of an aggregate. `decide` and `evolve` never throw, read a clock, make an id or reach
 * the outside: ids and times arrive in the command. `state` parses the stored snapshot.
 */
export type Decider<Command, State, Event, Code extends string> = Readonly<{
  streamType: string;
  initialState: State;
  parseState: (stored: unknown) => State;
  decide: (command: Command, state: State) => Decision<Event, Code>;
  evolve: (state: State, event: Event) => State;
}>;
