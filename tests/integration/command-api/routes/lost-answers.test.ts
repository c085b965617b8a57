import { row } from "#tests/scorecard/row.ts";

import { proveOneEffect } from "./lost-answers.ts";

row(
  3,
  "100 lost answers, and 20 parallel requests with each of 20 keys: one effect each",
  (proof) => proveOneEffect(proof, { cuts: 100, rounds: 20 }),
);
