import { setImmediate as nextTurn } from "node:timers/promises";

import { type AppliedEvent, parseApplied } from "#kernel/contract/events/catalogue.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";
import { toRowWrites, writeRows } from "#projector/apply-row-changes.ts";
import { fold } from "#projector/fold.ts";
import { loadKeys, type OpenFor } from "#projector/open-sealed.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { readLog } from "#projector/read-log.ts";

import { inReplaySchema } from "./replay-tables.ts";

/**
 * Large batches, as nothing waits for these rows: sums are added up before they are written. Twice
 * the size outlives the young generation, and collecting it costs more than it saves.
 */
const BATCH = 1000;

export type Replaying = Readonly<{
  client: PoolClient;
  tenantId: TenantId;
  /** Opens personal data; without it that data is left out. */
  dataKey: Buffer | undefined;
  onEvents?: ((events: number) => void) | undefined;
}>;

/** The target position of each projection, by name. */
export type Targets = ReadonlyMap<string, number>;

type Way = Readonly<{
  from: Targets;
  to: Targets;
  /** The number of rows written for each projection is added here. */
  written: Map<string, number>;
}>;

/** Brings the replayed rows from their positions to their targets. */
export async function replay(
  replaying: Replaying,
  projections: readonly Projection[],
  way: Way,
): Promise<void> {
  const { from, to } = way;
  const moving = projections
    .filter(({ name }) => at(to, name) > at(from, name))
    .map((projection) => inReplaySchema(projection));
  if (moving.length === 0) return;
  const last = Math.max(...moving.map(({ name }) => at(to, name)));
  let position = Math.min(...moving.map(({ name }) => at(from, name)));
  while (position < last) {
    const batch = await nextEvents(replaying, position, Math.min(BATCH, last - position));
    const reached = batch.events.at(-1)?.seq;
    if (reached === undefined) return;
    await writeAll(replaying, moving, { ...way, ...batch });
    replaying.onEvents?.(batch.events.length);
    position = reached;
  }
}

const at = (targets: Targets, name: string): number => targets.get(name) ?? 0;

/** Folds the rows of the next projection while the database writes those of the last one. */
async function writeAll(
  { client, tenantId }: Replaying,
  moving: readonly Projection[],
  { from, to, written, events, openFor }: Way & Events,
): Promise<void> {
  let writing = Promise.resolve();
  try {
    for (const projection of moving) {
      const { name, table } = projection;
      const due = upTo(events, at(to, name));
      const rows = fold(projection, due, new Map([[tenantId, from]]), openFor);
      const writes = toRowWrites(table, rows);
      await writing;
      writing = writeRows(client, writes);
      writing.catch(() => undefined); // The error is thrown where it is awaited below.
      await nextTurn(); // Gives the query a chance to be sent.
      written.set(name, at(written, name) + rows.length);
    }
  } finally {
    await writing;
  }
}

/** The events up to a number; usually all of them. */
function upTo(events: readonly AppliedEvent[], end: number): readonly AppliedEvent[] {
  const last = events.at(-1);
  return last && last.seq <= end ? events : events.filter(({ seq }) => seq <= end);
}

const SEALED: OpenFor = () => () => null;

export type Events = Readonly<{ events: readonly AppliedEvent[]; openFor: OpenFor }>;

/** The next events after a position, parsed, and the keys of their sealed texts. */
export async function nextEvents(
  { client, tenantId, dataKey }: Replaying,
  position: number,
  limit: number,
): Promise<Events> {
  const stored = await readLog(client, new Map([[tenantId, new Map([["", position]])]]), limit);
  const openFor = dataKey ? await loadKeys(client, dataKey, stored) : SEALED;
  return { events: stored.map(parseApplied), openFor };
}
