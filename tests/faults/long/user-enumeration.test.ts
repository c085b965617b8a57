import { afterAll, beforeAll, expect } from "vitest";

import { ENDPOINTS, openEnumeration } from "#tests/faults/drills/user-enumeration.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

/**
 * Of each kind on each endpoint. With 500, one run in twenty would leave the bounds by chance; with
 * these, one in two hundred.
 */
const SAMPLES = 800;
const CARELESS_SAMPLES = 100;
const FILL_WITHIN_MS = 300_000;
const LONG_MS = 900_000;
const EVEN = { from: 0.45, to: 0.55 };

describeWith(["postgres"], "an attacker with a list of emails", () => {
  let accounts: Awaited<ReturnType<typeof openEnumeration>>;
  beforeAll(async () => {
    accounts = await openEnumeration(SAMPLES);
  }, FILL_WITHIN_MS);
  afterAll(() => accounts.close());

  row(
    32,
    "learns of no endpoint who has an account",
    async ({ figure, control }) => {
      for (const endpoint of ENDPOINTS) {
        const { name } = endpoint;
        const { answers, unknown, suspended } = await accounts.measure(endpoint);
        expect(answers[0]).toMatch(/^(?:200|401) /);
        figure(`different answers of ${name}`, answers.length, { exactly: 1 });
        figure(`${name}: AUC known/unknown`, unknown, EVEN);
        figure(`${name}: AUC known/suspended`, suspended, EVEN);
      }
      const careless = await accounts.measureCareless(CARELESS_SAMPLES);
      control("AUC of an early return for unknown emails", careless.unknown, { atLeast: 0.9 });
    },
    LONG_MS,
  );
});
