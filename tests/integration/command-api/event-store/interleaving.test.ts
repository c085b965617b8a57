import { row } from "#tests/scorecard/row.ts";

import { proveNoLostUnit } from "./stock-interleaving.ts";

const STEPS = 500;

// 10,000 are tried by tests/faults/long/lost-stock.test.ts.
row(
  11,
  `selling, adjusting, voiding and counting ${STEPS} times concurrently loses no unit`,
  (proof) => proveNoLostUnit(proof, STEPS),
);
