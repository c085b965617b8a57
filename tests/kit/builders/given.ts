import { expect } from "vitest";

import type { Decider } from "#kernel/contract/decider.ts";
import type { TillbookEvent } from "#kernel/contract/events/catalogue.ts";

/**
 * `given(...events).when(command).thenEvents(...)`. The state is stored and read back in between,
 * as it is between two commands in production.
 */
export const givenFor =
  <Command, State, Event extends TillbookEvent, Code extends string>(
    decider: Decider<Command, State, Event, Code>,
  ) =>
  (...history: readonly Event[]) => ({
    when(command: Command) {
      const folded = history.reduce(decider.evolve, decider.initialState);
      const state = decider.parseState(JSON.parse(JSON.stringify(folded)));
      expect(state, "the snapshot holds the whole state").toStrictEqual(folded);
      const decision = decider.decide(command, state);
      return {
        thenEvents: (...events: readonly Event[]) => expect(decision).toStrictEqual(events),
        thenRejected: (rejected: Code, detail?: string) =>
          expect(decision).toStrictEqual(
            detail === undefined ? { rejected } : { rejected, detail },
          ),
        thenNothing: () => expect(decision).toStrictEqual([]),
      };
    },
  });
