import {
  type FilterBranch,
  filterBranches,
  type EventFilter,
  ofAmount,
} from "./filter-branches.ts";

/**
 * Limits the rows that a page reads: `steps` back in a scan, or all rows of an amount if there are
 * at most `few`.
 */
export type ScanLimits = Readonly<{ steps: number; few: number }>;

const LIMIT = "($2 ->> 'limit')::bigint";

const inBounds = (seq: string): string =>
  `${seq} > (select low from bounds) and ${seq} <= (select high from bounds)`;

/**
 * SQL: common table expressions that end with `found`, the numbers of at most `limit` matching
 * events, newest first. Sales and voids are found in the takings journal, everything else in the
 * log.
 *
 * If no index covers all filters, a backward scan stops after some steps, however long the log is.
 * If the page is not full and the scan did not reach the start, `reached` says how far back every
 * match was found.
 */
export function foundEvents(filter: EventFilter, { steps, few: most }: ScanLimits): string {
  const branches = filterBranches(filter);
  const few =
    filter.amount && !filter.sale && branches.length > 0 ? fewOf(filter, most) : undefined;
  const walks = branches.flatMap((branch, n) =>
    branch.fits === undefined ? [] : [{ ...branch, n }],
  );
  const ends = walks.map(({ n }) => endOf(n, steps)).join() || "null";
  const parts = branches.map((branch, n) =>
    branch.fits === undefined ? pageOf(branch, "desc") : `select seq from page_${n}`,
  );
  const nothing = "select null::bigint as seq where false";
  const found = [...parts, ...(few ? [few.page] : [])].join(" union all ") || nothing;
  return `${BOUNDS}${few?.rows ?? ""}${walks.map((branch) => walkOf(branch, steps, few?.not)).join("")},
  reached as materialized (
    select greatest(${ends})::bigint as seq
  ), found as (
    select distinct l.seq from (${found}) l
     where l.seq >= (select coalesce(r.seq, 0) from reached r)
     order by l.seq desc limit ${LIMIT})`;
}

/** Oldest first. An index covers every filter that a story has. */
export const foundStory = (filter: EventFilter): string =>
  foundIn(filterBranches(filter).map((branch) => pageOf(branch, "asc")));

const foundIn = (parts: readonly string[]): string => `${BOUNDS}, found as (
    select distinct l.seq from (${parts.join(" union all ")}) l order by l.seq limit ${LIMIT})`;

const pageOf = ({ from, seq }: FilterBranch, order: "asc" | "desc"): string => `
    (select ${seq} as seq ${from} and ${inBounds(seq)} order by ${seq} ${order} limit ${LIMIT})`;

type Walk = FilterBranch & Readonly<{ n: number }>;

/**
 * A scan reads row by row and stops when the page is full. It has no lower bound: for a range
 * between two bounds the planner expects so few rows that it sorts them all.
 */
const walkOf = ({ from, seq, fits, n }: Walk, steps: number, more = ""): string => `,
  walk_${n} as materialized (
    select ${seq} as seq, ${seq} > (select low from bounds) and ${fits} as fits
      ${from} and ${seq} <= (select high from bounds)${more} order by ${seq} desc limit ${steps}
  ), page_${n} as materialized (
    select w.seq from walk_${n} w where w.fits order by w.seq desc limit ${LIMIT}
  )`;

const endOf = (n: number, steps: number): string => `
    case when (select count(*) from page_${n}) < ${LIMIT} then (
      select case when count(*) >= ${steps} and min(w.seq) > (select low from bounds) then min(w.seq) end
        from walk_${n} w) end`;

/** Rare amounts are read completely instead of scanned. */
function fewOf(filter: EventFilter, most: number) {
  const { rows, fits } = ofAmount(filter, most + 1);
  const isFew = `(select count(*) from few) <= ${most}`;
  return {
    rows: `, few as materialized (${rows})`,
    page: `
    (select t.seq from few t where ${isFew} and ${fits} and ${inBounds("t.seq")} order by t.seq desc limit ${LIMIT})`,
    not: ` and not ${isFew}`,
  };
}

/**
 * Event numbers above `low` and up to `high`: limited by local days and by the end of the previous
 * page.
 */
const BOUNDS = `
  clock as materialized (
    select coalesce((select s.timezone from rm.rm_shops s where s.tenant_id = $1), 'Africa/Accra') as timezone
  ), bounds as materialized (
    select greatest(($2 ->> 'after')::bigint, ${seqAt("'from'", "0", 0)}) as low,
           least(($2 ->> 'before')::bigint - 1, ${seqAt("'to'", "($2 ->> 'before')::bigint", 1)}) as high
      from clock
  )`;

/**
 * The last event recorded before a local day began, or before the next day began. Recorded times
 * never decrease.
 */
function seqAt(day: string, otherwise: string, daysLater: number): string {
  const begins = `(($2 ->> ${day})::date + ${daysLater})::timestamp at time zone timezone`;
  return `case when $2 ->> ${day} is null then ${otherwise} else (
      select m.seq from es.moment($1, null, (extract(epoch from ${begins}) * 1000)::bigint - 1) m) end`;
}

/** A person's story: what they did and what was done to their account. */
export const foundOfPerson = (): string =>
  foundIn(
    [...filterBranches({ person: true }), ...ABOUT_PERSON].map((branch) => pageOf(branch, "asc")),
  );

const ABOUT_PERSON: readonly FilterBranch[] = ["member", "profile"].map((stream) => ({
  from: `from es.events e where e.tenant_id = $1 and e.stream_type = '${stream}'
        and e.stream_id = (select ($2 ->> '${stream}')::uuid)`,
  seq: "e.seq",
}));
