import {
  type FilterBranch,
  filterBranches,
  type EventFilter,
  ofAmount,
} from "./filter-branches.ts";

/** No page looks at more: so many `steps` back, or, of an amount of which there are so `few`, at all that have it. */
export type ScanLimits = Readonly<{ steps: number; few: number }>;

const LIMIT = "($2 ->> 'limit')::bigint";

const inBounds = (seq: string): string =>
  `${seq} > (select low from bounds) and ${seq} <= (select high from bounds)`;

/**
 * SQL: common table expressions, the last of them `found` with the numbers of the events, the newest first, no more
 * than `limit`. Sales and their voids are found by the journal of takings, everything else in the log itself.
 *
 * Where no index knows all that the list is narrowed by, a walk back ends after some steps, however long the log is.
 * `reached` says how far back everything is found by then, where the page is not full and the end is not come.
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

/** The oldest first: nothing that has a story is narrowed by more than its index knows. */
export const foundStory = (filter: EventFilter): string =>
  foundIn(filterBranches(filter).map((branch) => pageOf(branch, "asc")));

const foundIn = (parts: readonly string[]): string => `${BOUNDS}, found as (
    select distinct l.seq from (${parts.join(" union all ")}) l order by l.seq limit ${LIMIT})`;

const pageOf = ({ from, seq }: FilterBranch, order: "asc" | "desc"): string => `
    (select ${seq} as seq ${from} and ${inBounds(seq)} order by ${seq} ${order} limit ${LIMIT})`;

type Walk = FilterBranch & Readonly<{ n: number }>;

/**
 * A walk is taken row by row, and no further than until the page is full. It is not told where to end: of a stretch
 * between two bounds the planner thinks so little that it sorts all of it.
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

/** Of few nothing is walked. */
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

/** Behind `low`, up to `high`: between two days of the shop, and from where the page before ended. */
const BOUNDS = `
  clock as materialized (
    select coalesce((select s.timezone from rm.rm_shops s where s.tenant_id = $1), 'Africa/Accra') as timezone
  ), bounds as materialized (
    select greatest(($2 ->> 'after')::bigint, ${seqAt("'from'", "0", 0)}) as low,
           least(($2 ->> 'before')::bigint - 1, ${seqAt("'to'", "($2 ->> 'before')::bigint", 1)}) as high
      from clock
  )`;

/** The last event that was recorded before a day, or the day behind it, began. Times of the log never go back. */
function seqAt(day: string, otherwise: string, daysLater: number): string {
  const begins = `(($2 ->> ${day})::date + ${daysLater})::timestamp at time zone timezone`;
  return `case when $2 ->> ${day} is null then ${otherwise} else (
      select m.seq from es.moment($1, null, (extract(epoch from ${begins}) * 1000)::bigint - 1) m) end`;
}

/** A person's story: what they did, and what was done about them. */
export const foundOfPerson = (): string =>
  foundIn(
    [...filterBranches({ person: true }), ...ABOUT_PERSON].map((branch) => pageOf(branch, "asc")),
  );

const ABOUT_PERSON: readonly FilterBranch[] = ["member", "profile"].map((stream) => ({
  from: `from es.events e where e.tenant_id = $1 and e.stream_type = '${stream}'
        and e.stream_id = (select ($2 ->> '${stream}')::uuid)`,
  seq: "e.seq",
}));
