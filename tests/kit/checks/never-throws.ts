import fc from "fast-check";
import { expect } from "vitest";

import type { Decider } from "#kernel/contract/decider.ts";
import type { TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import { isRejection } from "#kernel/contract/rejection.ts";

type Arbitraries<Command, Event> = Readonly<{
  event: fc.Arbitrary<Event>;
  command: fc.Arbitrary<Command>;
}>;

/**
 * For any history and any command: a decision, never an exception. Its events can be folded and
 * stored, and the same command again changes nothing.
 */
export function expectNeverToThrow<
  Command,
  State,
  Event extends TillbookEvent,
  Code extends string,
>(
  decider: Decider<Command, State, Event, Code>,
  { event, command }: Arbitraries<Command, Event>,
  isRepeatable: (command: Command) => boolean,
): void {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 6 }), command, (history, attempted) => {
      const state = history.reduce(decider.evolve, decider.initialState);
      const decision = decider.decide(attempted, state);
      if (isRejection(decision)) {
        expect(decision.rejected).toMatch(/^[a-z]+(-[a-z]+)*$/);
        return;
      }
      const after = decision.reduce(decider.evolve, state);
      expect(decider.parseState(JSON.parse(JSON.stringify(after)))).toStrictEqual(after);
      if (isRepeatable(attempted)) expect(decider.decide(attempted, after)).toStrictEqual([]);
    }),
    { numRuns: 400 },
  );
}

/** Texts as people and attackers write them; JSON can hold all of them. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "__proto__",
    "constructor",
    "null",
    "0",
    "\u0000",
    "😀",
    "x".repeat(3000),
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);

/** Whole numbers: small, large, and beyond the safe range. */
export const anyWhole: fc.Arbitrary<number> = fc
  .oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(
      2_147_483_647,
      -2_147_483_648,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
    ),
    fc.maxSafeInteger(),
  )
  .map((value) => (value === 0 ? 0 : value));
