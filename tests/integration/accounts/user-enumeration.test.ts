import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ENDPOINTS, openEnumeration } from "#tests/faults/drills/user-enumeration.ts";

const SAMPLES = 120;
/** So few samples vary by chance: without a leak 999 of 1000 measurements stay within these bounds. The scorecard takes 800. */
const EVEN = { least: 0.37, most: 0.63 };
const LONG_MS = 300_000;
const FEW = 40;
const CLEAR = 0.9;

let accounts: Awaited<ReturnType<typeof openEnumeration>>;
beforeAll(async () => {
  accounts = await openEnumeration(SAMPLES);
}, LONG_MS);
afterAll(() => accounts.close());

describe("the existence of an account", () => {
  test.for(ENDPOINTS.filter(({ name }) => name !== "login with a code"))(
    "$name reveals nothing, neither by its text nor by its time",
    { timeout: LONG_MS },
    async (endpoint) => {
      const { answers, unknown, suspended } = await accounts.measure(endpoint);
      process.stdout.write(
        `${endpoint.name}: AUC known/unknown ${unknown.toFixed(3)}, known/suspended ${suspended.toFixed(3)}\n`,
      );
      expect(answers).toHaveLength(1);
      for (const auc of [unknown, suspended]) {
        expect(auc).toBeGreaterThan(EVEN.least);
        expect(auc).toBeLessThan(EVEN.most);
      }
    },
  );

  test("an early return for an unknown email is seen", async () => {
    expect((await accounts.measureCareless(FEW)).unknown).toBeGreaterThan(CLEAR);
  });
});
