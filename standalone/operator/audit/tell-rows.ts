import type { Deviation } from "#kernel/verify/deviation.ts";
import type { BlamedRow } from "#projector/replay/blame.ts";

import type { ReadModelsOfTenant } from "./read-models.ts";

/** Reports rows that differ from those replayed from the log as deviations of the tenant. */
export const rowDeviations = ({ tenantId, wrong }: ReadModelsOfTenant): Deviation[] =>
  wrong.map((row) => ({
    tenantId,
    seq: row.by?.seq ?? 0,
    kind: "read-model",
    message: tellRow(row),
  }));

function tellRow(row: BlamedRow): string {
  const { projection, key, live, replayed, by } = row;
  const keys = Object.entries(key).map(([column, value]) => `${column} ${value}`);
  const name = [projection.table.name, ...keys].join(" ");
  if (!replayed) return `${name}: no event made this row`;
  const made = by ? `${by.type} ${by.seq}` : "the log";
  if (!live) return `${name}: ${made} made a row that is not there`;
  return `${name}: ${tellColumns(row)}; made by ${made}`;
}

const tellColumns = ({ columns, live, replayed, projection }: BlamedRow): string =>
  columns
    .map((column) => {
      // Personal data is not printed.
      if (projection.table.values[column]?.startsWith("opened")) return `${column} is another`;
      return `${column} is ${shown(live?.[column])} and should be ${shown(replayed?.[column])}`;
    })
    .join(", ");

const LONGEST = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
