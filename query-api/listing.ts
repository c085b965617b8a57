import * as z from "zod/mini";

import { storable } from "#kernel/contract/api/fields.ts";
import type { ListQuery } from "#kernel/contract/api/listing.ts";
import type { PlatformListQuery } from "#kernel/contract/api/platform/figures.ts";

import { type Prepared, prepare } from "./ask.query.ts";
import { decodeCursor } from "./cursor.ts";

/** Keeps the offset within a bigint. No list has so many pages. */
const LAST_PAGE = 1_000_000_000;
const MAX_OFFSET_STEP = 1_000_000;

const offsetOf = (page: number, size: number): number =>
  (Math.min(page, LAST_PAGE) - 1) * Math.min(size, MAX_OFFSET_STEP);

const PAGE_SIZE = 100;

/** The limit and offset of a list. `longest` is null if the list may be read whole. */
export function toPart({ page, limit, cursor }: ListQuery, longest: number | null) {
  const isPaged = page !== undefined || cursor !== undefined;
  const wanted = limit ?? (isPaged ? PAGE_SIZE : longest);
  const size = wanted === null || longest === null ? wanted : Math.min(wanted, longest);
  return { limit: size, offset: offsetOf(page ?? 1, size ?? 0) };
}

const NUMBERED_PAGE_SIZE = 50;
const LARGEST_NUMBERED_PAGE = 100;

/** Like `toPart`, for a list that always comes in numbered pages. */
export function toPage({ page = 1, limit = NUMBERED_PAGE_SIZE }: PlatformListQuery) {
  const size = Math.min(limit, LARGEST_NUMBERED_PAGE);
  return { page, limit: size, offset: offsetOf(page, size) };
}

/** The last ones are only for sales. */
type Filter = Omit<ListQuery, "page" | "limit"> &
  Readonly<{
    until?: number | undefined;
    state?: string | undefined;
    payment_method?: string | undefined;
    staff?: string | undefined;
  }>;

/** Which items to read; null means all. */
export const toFilter = ({ search, since, until, cursor }: Filter) => ({
  search: search === undefined || search === "" ? null : search.toLowerCase(),
  sinceMs: since ?? null,
  untilMs: until ?? null,
  ...(cursor === undefined ? FROM_THE_FIRST : fromCursor(cursor)),
});

/** What many devices of a shop ask for again and again, so that its answer may be kept. */
export const isUnfiltered = (filter: Filter): boolean => {
  const {
    search,
    since,
    until,
    cursor,
    as_of: asOf,
    state,
    payment_method: method,
    staff,
  } = filter;
  const all = [search, since, until, cursor, asOf, state, method, staff];
  return all.every((value) => value === undefined);
};

const FROM_THE_FIRST = { place: null, after: null };

/** The sort key and the id of the last item of a page. */
const Place = z.tuple([z.union([z.string().check(storable), z.int()]), z.uuid()]);

function fromCursor(cursor: string) {
  const [place, after] = decodeCursor(Place, cursor);
  return { place, after };
}

const SEARCH = "(select $2 ->> 'search')";

/** SQL: one of the texts contains the search text, or the id ends with it. */
export const isFound = (id: string, ...texts: readonly string[]): string =>
  `(strpos(lower(concat_ws(E'\\n', ${texts.join(", ")})), ${SEARCH}) > 0
    or (length(${SEARCH}) >= 8 and right(${id}::text, length(${SEARCH})) = ${SEARCH}))`;

export const LOWEST_ID = "00000000-0000-0000-0000-000000000000";
const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
export const HIGHEST_MS = 2n ** 63n - 1n;

export type ListQuestion = Readonly<{
  name: string;
  projections: readonly string[];
  /** With its alias, such as "rm.rm_products p". */
  table: string;
  columns: string;
  which: string;
  found: string;
  id: string;
  /** Sorts texts ascending, or times and amounts descending, unless `isRising`. */
  sort: Readonly<{ text: string } | { ms: string; isRising?: boolean }>;
  /** SQL that replaces counting the rows. */
  total?: string | undefined;
  /** A join that is made only for the rows of the page. */
  join?: Readonly<{ columns: string; table: string; on: string }>;
}>;

/** The list without a search, which an index counts and sorts, and the list with one. */
export type Both<Body> = Readonly<Record<"all" | "found", Prepared<Body>>>;

/** Prepares a list whose rows are read here. */
export const listOf = <Row extends ListKey>(list: ListQuestion): Both<ListPage<Row>> =>
  bothOf(
    list,
    ({ before, total, rows, order }) => `${before} select json_build_object(
        'total', ${total},
        'items', (select coalesce(json_agg(i order by ${order}), '[]') from (${rows}) i))`,
  );

/** SQL of a list: what comes before it, the number of all rows, the rows of the page, their order. */
type ListParts = Readonly<Record<"before" | "total" | "rows" | "order" | "alias", string>>;

export function bothOf<Body>(
  list: ListQuestion & Readonly<{ hasItems?: boolean }>,
  toSql: (parts: ListParts) => string,
): Both<Body> {
  const { name, projections, table, which, found, id, sort, join, hasItems = false } = list;
  const alias = table.split(" ")[1] ?? "";
  const [place, direction, isAfter] =
    "text" in sort
      ? ([sort.text, "asc", isAfterText] as const)
      : sort.isRising === true
        ? ([sort.ms, "asc", isAfterMs] as const)
        : ([sort.ms, "desc", isBeforeMs] as const);
  const page = (from: string, at: readonly [string, string]): string => `
      select ${alias}.*${join ? `, ${join.columns}` : ""} from (
        ${from} and ${isAfter(...at)}
         order by ${at[0]} ${direction}, ${at[1]} ${direction}
         limit ($2 ->> 'limit')::bigint offset ($2 ->> 'offset')::bigint) ${alias}
              ${join ? `left join ${join.table} on ${join.on}` : ""}`;
  const columns = `${list.columns}, ${place} as place, ${id} as id`;
  const total = list.total ?? `select count(*) from ${table} where ${which}`;
  const order = `i.place ${direction}, i.id ${direction}`;
  const prepared = (of: string, parts: Pick<ListParts, "before" | "total" | "rows">) =>
    prepare(
      { name: of, projections, hasItems, sql: toSql({ ...parts, order, alias }) },
      { past: true },
    );
  return {
    all: prepared(name, {
      before: "",
      total: `(case when $2 ->> 'place' is null then (${total}) end)`,
      rows: page(`select ${columns} from ${table} where ${which}`, [place, id]),
    }),
    found: prepared(`${name}-found`, {
      before: `with found as materialized (select ${columns} from ${table} where ${which} and ${found})`,
      total: "(select count(*) from found)",
      rows: page("select * from found where true", ["place", "id"]),
    }),
  };
}

const isAfterText = (text: string, id: string): string =>
  `(${text}, ${id}) > ((select coalesce($2 ->> 'place', '')), (${afterId(LOWEST_ID)}))`;

/**
 * Not a row comparison: Postgres would start reading the index at the newest row and ignore any
 * other upper bound on the time. A question about the past would skip all later sales one by one.
 */
export const isBeforeMs = (ms: string, id: string): string =>
  `${ms} <= ${PLACE_MS} and (${ms} < ${PLACE_MS} or ${id} < (${afterId(HIGHEST_ID)}))`;

const isAfterMs = (ms: string, id: string): string =>
  `${ms} >= ${FROM_MS} and (${ms} > ${FROM_MS} or ${id} > (${afterId(LOWEST_ID)}))`;

const FROM_MS = `(select coalesce(($2 ->> 'place')::bigint, ${-HIGHEST_MS}))`;

const PLACE_MS = `(select coalesce(($2 ->> 'place')::bigint, ${HIGHEST_MS}))`;

/** SQL: the id of the last item of the previous page. */
const afterId = (otherwise: string): string =>
  `select coalesce(($2 ->> 'after')::uuid, '${otherwise}')`;

/** A list as its query returns it. */
export type ListBody<Row> = { total: number; items: Row[] };
/** A page of a list. Pages after a cursor are not counted again. */
export type ListPage<Row> = { total: number | null; items: Row[] };

/** The sort key and id that every row of a list has besides its own columns. */
export type ListKey = { id: string; place: string | number };
