import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Audits } from "#tests/faults/simulation/audits.ts";
import type { Operation } from "#tests/faults/simulation/operations.ts";
import type { World } from "#tests/faults/simulation/world.ts";

/** A rule that did not hold after the run, and how. */
export type Violation = Readonly<{ rule: string; message: string }>;

/** One event of the final log. */
export type LoggedEvent = Readonly<{ event: RecordedEvent; leaf: string }>;

/** What the checks look at: the repaired world, its final logs, and what was seen during the run. */
export type Evidence = Readonly<{
  world: World;
  logs: ReadonlyMap<TenantId, readonly LoggedEvent[]>;
  operations: readonly Operation[];
  seen: readonly string[];
  audits: Audits;
}>;

/** Returns what is wrong; nothing if the rule holds. */
export type Check = (evidence: Evidence) => Promise<readonly string[]> | readonly string[];
