import type { AppliedEvent } from "#kernel/contract/events/catalogue.ts";
import type { TenantId } from "#kernel/contract/ids.ts";

import type { Checkpoints } from "./checkpoints.ts";
import type { OpenFor } from "./open-sealed.ts";
import type { Projection } from "./projections/projection.ts";
import type { RowChange } from "./projections/table.ts";

/** The combined change of a batch to one row. */
export type FoldedRow = {
  readonly tenantId: TenantId;
  readonly key: RowChange["key"];
  kind: RowChange["kind"];
  values: Record<string, RowChange["values"][string]>;
};

/**
 * The combined changes of a batch to the table of one projection. Events up to the checkpoint are
 * ignored.
 */
export function fold(
  projection: Projection,
  events: readonly AppliedEvent[],
  checkpoints: Checkpoints,
  openFor: OpenFor,
): readonly FoldedRow[] {
  const byKey: Place = {};
  const changed: FoldedRow[] = [];
  const erased = new Map<string, FoldedRow>();
  const appended: FoldedRow[] = [];
  for (const event of events) {
    if (!projection.types.has(event.type)) continue;
    const position = checkpoints.get(event.tenantId)?.get(projection.name);
    if (position === undefined || event.seq <= position) continue;
    for (const change of projection.changes(event, openFor(event.tenantId))) {
      const { kind, key, values } = change;
      const row = { tenantId: event.tenantId, key, kind, values };
      // Two thirds of all rows are journal rows. Each is written once, so there is nothing to
      // merge.
      if (kind === "append") appended.push(row);
      else if (kind === "erase") erased.set(JSON.stringify([row.tenantId, key]), row);
      else merge(placeOf(byKey, row), row, changed);
    }
  }
  // Erasures come last, because the batch may also insert rows that must be erased.
  return [...appended, ...changed, ...erased.values()];
}

/** A tree of key parts: building one string per key would cost more. */
type Place = { row?: FoldedRow; parts?: Map<string, Place> };

function placeOf(byKey: Place, { tenantId, key }: FoldedRow): Place {
  let place = partOf(byKey, tenantId);
  for (const column in key) place = partOf(place, key[column] ?? "");
  return place;
}

function partOf(place: Place, part: string): Place {
  place.parts ??= new Map();
  const known = place.parts.get(part);
  if (known) return known;
  const made: Place = {};
  place.parts.set(part, made);
  return made;
}

function merge(place: Place, next: FoldedRow, changed: FoldedRow[]): void {
  const { row } = place;
  const { kind, values } = next;
  if (row === undefined) {
    // Sums are added up in place. They are copied first, since another change may share the values.
    place.row = kind === "add" ? { ...next, values: { ...values } } : next;
    changed.push(place.row);
  } else if (kind === "put") {
    row.kind = kind;
    row.values = values;
  } else if (kind === "patch") {
    row.values = { ...row.values, ...values };
  } else {
    for (const column in values) {
      row.values[column] = Number(row.values[column]) + Number(values[column]);
    }
  }
}
