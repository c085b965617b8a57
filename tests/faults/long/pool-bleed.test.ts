import { proveNoBleed } from "#tests/integration/tenant-isolation/pool-bleed.ts";
import { row } from "#tests/scorecard/row.ts";

const SECONDS = 120;

row(
  15,
  "no answer of one tenant reaches another within two minutes of cut requests and timeouts",
  (proof) => proveNoBleed(proof, SECONDS),
);
