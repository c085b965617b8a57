import { proveEqualToLog } from "#tests/integration/projector/equal-to-log.ts";
import { row } from "#tests/scorecard/row.ts";

const EVENTS = 1_000_000;

row(6, "read models rebuilt from a million events are those that were served", (proof) =>
  proveEqualToLog(proof, EVENTS),
);
