import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { type Ahead, narrow } from "#kernel/node/postgres/database-clock.ts";

const middle = ({ leastMs, mostMs }: Ahead): number => (leastMs + mostMs) / 2;

describe("readings of the database's clock", () => {
  const known = { leastMs: 10, mostMs: 12, readAt: 0 };

  test("a slow reading moves the clock by less than it takes", () => {
    const late = narrow(known, { leastMs: -240, mostMs: 11.5, readAt: 5_000 });
    expect(late.leastMs).toBeCloseTo(7.5);
    expect(late.mostMs).toBeCloseTo(11.5);
    expect(Math.abs(middle(late) - middle(known))).toBeLessThan(2);
  });

  test("a quick reading is believed", () => {
    expect(narrow(known, { leastMs: 9, mostMs: 9.5, readAt: 5_000 })).toEqual({
      leastMs: 9,
      mostMs: 9.5,
      readAt: 5_000,
    });
  });

  test("a database whose clock was set is followed at once", () => {
    const set = { leastMs: 3_600_000, mostMs: 3_600_250, readAt: 5_000 };
    expect(narrow(known, set)).toEqual(set);
  });

  test("the true time is always between the limits, while the clocks drift", () => {
    const reading = fc.record({
      before: fc.double({ min: 0, max: 300, noNaN: true }),
      after: fc.double({ min: 0, max: 300, noNaN: true }),
      ppm: fc.integer({ min: -500, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 40 }), (readings) => {
        let [trueMs, readAt] = [0, 0];
        let ahead: Ahead | undefined;
        for (const { before, after, ppm } of readings) {
          readAt += 5_000;
          trueMs += (5_000 * ppm) / 1_000_000;
          const read = { leastMs: trueMs - before, mostMs: trueMs + after, readAt };
          ahead = ahead ? narrow(ahead, read) : read;
          expect(ahead.leastMs).toBeLessThanOrEqual(trueMs + 1e-6);
          expect(ahead.mostMs).toBeGreaterThanOrEqual(trueMs - 1e-6);
          expect(ahead.mostMs - ahead.leastMs).toBeLessThanOrEqual(before + after + 1e-6);
        }
      }),
    );
  });
});
