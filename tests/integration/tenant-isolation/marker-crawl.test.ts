import { row } from "#tests/scorecard/row.ts";

import { proveNoForeignMarker } from "./marker-crawl.ts";

const ANSWERS = 2_000;

// 10,000 are searched by tests/faults/long/marker-crawl.test.ts.
row(2, "no marker of another tenant in the answers to any identity of this one", (proof) =>
  proveNoForeignMarker(proof, ANSWERS),
);
