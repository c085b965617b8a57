import type { AppliedEvent } from "#kernel/contract/events/catalogue.ts";
import { type Difference, otherColumns } from "#projector/compare-rows.ts";
import type { Projection } from "#projector/projections/projection.ts";
import type { RowChange } from "#projector/projections/table.ts";

import { nextEvents, type Replaying } from "./replay.ts";

/** A row that differs, with the event that should have produced it, if one exists. */
export type BlamedRow = Difference &
  Readonly<{ projection: Projection; columns: readonly string[]; by: Maker | undefined }>;
type Maker = Pick<AppliedEvent, "seq" | "type">;

export type DifferingRows = Readonly<{ projection: Projection; rows: readonly Difference[] }>;
type Stretch = Readonly<{ from: number; to: number }>;

const BATCH = 1000;

/**
 * Reads the log again and finds, for each row that differs, the last event that should have
 * written it.
 */
export async function blame(
  replaying: Replaying,
  differing: readonly DifferingRows[],
  { from, to }: Stretch,
): Promise<readonly BlamedRow[]> {
  const open = differing.flatMap(({ projection, rows }) =>
    rows.map((row): Open => ({ ...row, projection, columns: otherColumns(projection, row) })),
  );
  const byKey = new Map(open.map((row) => [nameOf(row.projection, row.key), row]));
  const makers = new Map<Open, Maker>();
  for (let position = from; position < to;) {
    const limit = Math.min(BATCH, to - position);
    const { events, openFor } = await nextEvents(replaying, position, limit);
    for (const event of events) {
      const changes = differing.flatMap(({ projection }) =>
        projection
          .changes(event, openFor(event.tenantId))
          .map((change) => ({ change, rows: touched(projection, change, byKey) })),
      );
      const made = changes.flatMap(({ change, rows }) =>
        rows.filter((row) => hasMade(change, row)),
      );
      for (const row of made) makers.set(row, { seq: event.seq, type: event.type });
    }
    position = events.at(-1)?.seq ?? to;
  }
  return open.map((row) => ({ ...row, by: makers.get(row) }));
}

type Open = Omit<BlamedRow, "by">;

const nameOf = ({ name }: Projection, key: Readonly<Record<string, string>>): string =>
  [name, ...Object.entries(key).map(([column, value]) => `${column}=${value}`)].join("|");

/** The rows in question that a change affects. */
function touched(
  projection: Projection,
  { kind, key }: RowChange,
  byKey: ReadonlyMap<string, Open>,
): readonly Open[] {
  if (kind !== "erase") {
    const row = byKey.get(nameOf(projection, key));
    return row ? [row] : [];
  }
  return [...byKey.values()].filter(
    (row) =>
      row.projection.name === projection.name &&
      Object.entries(key).every(([column, value]) => row.replayed?.[column] === value),
  );
}

function hasMade(
  { kind, values }: RowChange,
  { live, columns }: Readonly<{ live: Difference["live"]; columns: readonly string[] }>,
): boolean {
  if (kind === "erase") return true;
  // The event that inserted a missing row is the one to blame.
  if (kind === "patch") return live !== null && columns.some((column) => column in values);
  return true;
}
