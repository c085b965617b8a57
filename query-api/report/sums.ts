import { OPEN_ITEM_NAME } from "#kernel/contract/ids.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { type Prepared, prepare } from "#query-api/ask.query.ts";
import type { CsvColumn } from "#query-api/csv-export.ts";
import { WITH_SPAN } from "#query-api/span-of-days.query.ts";

/** SQL: what a report calls the product `p` of the sums `s`, or null if there is no such product. */
export const NAME_OF_SOLD = `coalesce(p.name,
  case when s.product_id = ($2 ->> 'openItem')::uuid then '${OPEN_ITEM_NAME}' end)`;

export const decimalOrNull = (minor: number | null): number | null =>
  minor === null ? null : toDecimal(minor);

/** Sums over a span of days, as the query returns them. */
export type SumsBody<Row> = {
  currency: string;
  firstDay: string | null;
  lastDay: string | null;
  rows: Row[];
};

/** A report of sums: its question, its rows, and its columns in a file. */
export type SumsReport<Row, Item> = Readonly<{
  question: Prepared<SumsBody<Row>>;
  toItem: (row: Row) => Item;
  columns: readonly CsvColumn<Item>[];
}>;

type Sums = Readonly<{
  /** Such as "sums-by-product". */
  name: string;
  projections: readonly string[];
  /** SQL: rows with a `currency`, for the days of `span`. */
  rows: string;
  /** SQL: the order within a currency. */
  order: string;
}>;

export const prepareSums = <Row>({
  name,
  projections,
  rows,
  order,
}: Sums): Prepared<SumsBody<Row>> =>
  prepare(
    {
      name,
      projections: ["shops", ...projections],
      sql: `${WITH_SPAN}, sums as (${rows}) select json_build_object(
      'currency', (select currency from span),
      'firstDay', (select first_day from span),
      'lastDay', (select last_day from span),
      'rows', (select coalesce(
        json_agg(s order by s.currency <> (select currency from span), s.currency, ${order}), '[]') from sums s))`,
    },
    { past: true },
  );
