import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { TenantId } from "#kernel/contract/ids.ts";

import type { Checkpoints } from "./checkpoints.ts";
import type { OpenFor } from "./open-sealed.ts";
import type { Projection } from "./projections/projection.ts";
import type { RowChange } from "./projections/table.ts";

/** What a batch does to one row of one tenant. */
export type FoldedRow = {
  readonly tenantId: TenantId;
  readonly key: RowChange["key"];
  readonly kind: RowChange["kind"];
  readonly values: Record<string, RowChange["values"][string]>;
};

/** What a batch does to the table of one projection; events that it has seen before leave no trace. */
export function fold(
  projection: Projection,
  events: readonly RecordedEvent[],
  checkpoints: Checkpoints,
  openFor: OpenFor,
): readonly FoldedRow[] {
  const rows = new Map<string, FoldedRow>();
  const appended: FoldedRow[] = [];
  for (const event of events) {
    if (!projection.types.has(event.type)) continue;
    const position = checkpoints.get(event.tenantId)?.get(projection.name);
    if (position === undefined || event.seq <= position) continue;
    for (const change of projection.changes(event, openFor(event.tenantId))) {
      // Two thirds of all rows are of ledgers: they are not looked up, as none comes twice.
      if (change.kind === "append") appended.push({ tenantId: event.tenantId, ...change });
      else merge(rows, event.tenantId, change);
    }
  }
  const changed = [...rows.values()];
  // Rows that the same batch puts there are erased with the rest.
  const erased = changed.filter(({ kind }) => kind === "erase");
  if (erased.length === 0) return [...appended, ...changed];
  return [...appended, ...changed.filter(({ kind }) => kind !== "erase"), ...erased];
}

function merge(rows: Map<string, FoldedRow>, tenantId: TenantId, change: RowChange): void {
  const { kind, key, values } = change;
  const parts = kind === "erase" ? [kind, ...Object.entries(key).flat()] : Object.values(key);
  const name = [tenantId, ...parts].join("|");
  const row = rows.get(name);
  if (row === undefined || kind === "put") {
    rows.set(name, { tenantId, key, kind, values: { ...values } });
  } else if (kind === "patch") {
    Object.assign(row.values, values);
  } else {
    for (const column in values) {
      row.values[column] = Number(row.values[column]) + Number(values[column]);
    }
  }
}
