import { row } from "#tests/scorecard/row.ts";

import { proveEqualToLog } from "./equal-to-log.ts";

const EVENTS = 10_000;

// 500,000 are compared by tests/faults/long/equal-to-log.test.ts.
row(6, `read models rebuilt from ${EVENTS} events are those that were served`, (proof) =>
  proveEqualToLog(proof, EVENTS),
);
