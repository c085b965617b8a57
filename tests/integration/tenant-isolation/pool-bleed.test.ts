import { row } from "#tests/scorecard/row.ts";

import { proveNoBleed } from "./pool-bleed.ts";

const SECONDS = 10;

row(15, "no answer of one tenant reaches another, whatever is cancelled or times out", (proof) =>
  proveNoBleed(proof, SECONDS),
);
