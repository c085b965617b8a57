import { proveNoForeignMarker } from "#tests/integration/tenant-isolation/marker-crawl.ts";
import { row } from "#tests/scorecard/row.ts";

const ANSWERS = 10_000;

row(2, "no marker of another tenant in 10,000 answers to every identity of this one", (proof) =>
  proveNoForeignMarker(proof, ANSWERS),
);
