import * as z from "zod/mini";

import type { Figure, Lineage, LineageLine } from "#kernel/contract/api/lineage.ts";
import { invariant } from "#kernel/contract/rejection.ts";
import { type Prepared, prepare } from "#query-api/ask.query.ts";
import { decodeCursor, encodeCursor } from "#query-api/cursor.ts";
import { WITH_SPAN } from "#query-api/span-of-days.query.ts";

import { isAfter, type FigureSource, FIGURE_SOURCES } from "./entries.query.ts";

const Place = z.object({
  day: z.union([z.iso.date(), z.literal("-infinity")]),
  seq: z.int(),
  running: z.int(),
});

/** The last line of a page, and the running total up to it. */
export type Place = z.infer<typeof Place>;

export const START: Place = { day: "-infinity", seq: 0, running: 0 };

export const fromCursor = (cursor: string): Place => decodeCursor(Place, cursor);

type EntryRow = {
  day: string;
  seq: number;
  type: string;
  share: number;
  about: string;
  actor_id: string;
  actor_name: string | null;
  occurred_ms: number;
  recorded_ms: number;
};

export type LineageRow = {
  currency: string;
  firstDay: string | null;
  lastDay: string | null;
  value: number;
  entries: EntryRow[];
};

const PROJECTIONS = [
  "shops",
  "products",
  "customers",
  "sales",
  "stock_movements",
  "takings",
  "changes",
  "daily_totals",
  "hours",
  "staff_days",
  "method_days",
  "product_days",
  "product_totals",
];

const ORDERS = { day: "e.day, e.seq", seq: "e.seq" };

/** Null if the figure's entity does not exist or belongs to another tenant. */
function questionOf(
  figure: string,
  { value, entries, order }: FigureSource,
): Prepared<LineageRow | null> {
  const columns = ORDERS[order];
  return prepare(
    {
      name: `lineage-${figure}`,
      projections: PROJECTIONS,
      sql: `${WITH_SPAN}, figure as (select ${value} as value)
      select case when (select value from figure) is not null then json_build_object(
        'currency', (select coalesce($2 ->> 'currency', currency) from span),
        'firstDay', (select first_day from span),
        'lastDay', (select last_day from span),
        'value', (select value from figure),
        'entries', (
          select coalesce(json_agg(e order by ${columns}), '[]')
            from (select e.*, nullif(trim(n.first_name || ' ' || n.last_name), '') as actor_name
                    from (select * from (${entries}) e
                           where e.share <> 0 and ${isAfter[order]("e")}
                           order by ${columns}
                           limit ($2 ->> 'limit')::bigint) e
                    left join auth.names($1) n on n.user_id = e.actor_id) e)) end`,
    },
    { past: true },
  );
}

export const LINEAGE = Object.fromEntries(
  Object.entries(FIGURE_SOURCES).map(([figure, made]) => [figure, questionOf(figure, made)]),
);

export function lineageOf(figure: Figure): Prepared<LineageRow | null> {
  const question = LINEAGE[figure];
  invariant(question !== undefined, `${figure} has no lineage`);
  return question;
}

type LineagePage = Readonly<{ figure: Figure; size: number; after: Place }>;

/** The query reads one row more than the page, which tells whether there is a next page. */
export function toLineage(row: LineageRow, { figure, size, after }: LineagePage): Lineage {
  let { running } = after;
  const shown = row.entries.slice(0, size);
  const lines = shown.map((entry): LineageLine => {
    running += entry.share;
    return toLine(entry, running);
  });
  const last = shown.at(-1);
  return {
    figure,
    unit: FIGURE_SOURCES[figure].unit,
    currency: row.currency,
    from: row.firstDay,
    to: row.lastDay,
    value: row.value,
    lines,
    next_cursor:
      last && row.entries.length > size
        ? encodeCursor({ day: last.day, seq: last.seq, running })
        : null,
  };
}

const toLine = (entry: EntryRow, running: number): LineageLine => ({
  seq: entry.seq,
  type: entry.type,
  share: entry.share,
  running,
  about: entry.about,
  user_id: entry.actor_id,
  user_name: entry.actor_name,
  occurred_at: new Date(entry.occurred_ms).toISOString(),
  recorded_at: new Date(entry.recorded_ms).toISOString(),
});
