import { proveEqualToLog } from "#tests/integration/projector/equal-to-log.ts";
import { row } from "#tests/scorecard/row.ts";

const EVENTS = 500_000;

row(6, "read models rebuilt from 500,000 events are those that were served", (proof) =>
  proveEqualToLog(proof, EVENTS),
);
