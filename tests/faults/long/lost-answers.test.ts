import { proveOneEffect } from "#tests/integration/command-api/routes/lost-answers.ts";
import { row } from "#tests/scorecard/row.ts";

row(
  3,
  "1,000 lost answers, and 20 parallel requests with each of 200 keys: one effect each",
  (proof) => proveOneEffect(proof, { cuts: 1000, rounds: 200 }),
);
