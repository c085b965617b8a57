import type { ActivityKind } from "#kernel/contract/api/audit.ts";
import type { Person } from "#kernel/contract/events/names.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";
import { WITH_SPAN } from "#query-api/span-of-days.query.ts";

import { PEOPLE } from "./events.query.ts";

export type ActivityBody = {
  firstDay: string;
  lastDay: string;
  days: number;
  people: (Person & { role: string })[];
  counts: { person: string; kind: ActivityKind; now: number; before: number }[];
  /** On how many days of the time before each person recorded any of it. */
  worked: { person: string; days: number }[];
};

/** Days before the requested ones, over which the mean is computed. */
export const MEAN_DAYS = 30;

/** SQL: the last event before a local day began. */
const seqBefore = (day: string): string => `
  (select m.seq from es.moment($1, null,
     (extract(epoch from (${day})::timestamp at time zone timezone) * 1000)::bigint - 1) m)`;

const isIn = (seq: string): string =>
  `${seq} > (select low from bounds) and ${seq} <= (select high from bounds)`;

const localDay = (ms: string): string =>
  `(to_timestamp(${ms} / 1000.0) at time zone (select timezone from span))::date`;

const isNow = (seq: string): string => `${seq} > (select middle from bounds)`;

/**
 * By the day a thing was done. A sale that was entered or sent later belongs to the day it was made;
 * everything else is recorded when it is done. A day was worked by what was recorded on it: past sales
 * that were entered in one hour are no history of many days.
 */
export const ACTIVITY: Prepared<ActivityBody> = prepare({
  name: "audit-activity",
  projections: ["shops", "takings", "changes"],
  sql: `${WITH_SPAN}, bounds as materialized (
      select first_day, last_day, last_day - first_day + 1 as days, ${seqBefore(`first_day - ${MEAN_DAYS}`)} as low,
             ${seqBefore("first_day")} as middle, ${seqBefore("last_day + 1")} as high
        from span
    ), sums as (
      select t.actor_id as person, t.day >= (select first_day from bounds) as is_now,
             ${localDay("t.recorded_ms")} as recorded, count(*) as sales,
             0 as voids, count(*) filter (where t.overrides > 0) as overrides
        from rm.rm_takings t
       where t.tenant_id = $1 and t.orders > 0
         and t.day between (select first_day - ${MEAN_DAYS} from bounds) and (select last_day from bounds)
       group by person, is_now, recorded
      union all
      select t.actor_id, ${isNow("t.seq")} as is_now, ${localDay("t.recorded_ms")} as recorded, 0, count(*), 0
        from rm.rm_takings t
       where t.tenant_id = $1 and t.orders < 0 and ${isIn("t.seq")}
       group by t.actor_id, is_now, recorded
    ), deeds as (
      select s.person, s.is_now, s.recorded, k.kind, k.times
        from sums s
       cross join lateral (
          values ('sales', s.sales), ('voids', s.voids), ('price_overrides', s.overrides)) k (kind, times)
       where k.times > 0
      union all
      select c.actor_id, ${isNow("c.seq")}, ${localDay("c.occurred_ms")}, 'adjustments', 1 from rm.rm_changes c
       where c.tenant_id = $1 and c.projection = 'products' and c.type in ('StockAdjusted', 'StockCounted')
         and ${isIn("c.seq")}
      union all
      select e.actor_id, ${isNow("e.seq")}, ${localDay("e.occurred_ms")}, 'sign_ins', 1 from es.events e
       where e.tenant_id = $1 and e.type = 'SignedIn' and e.type <> 'SaleRecorded' and ${isIn("e.seq")}
    ), counts as (
      select d.person, d.kind, coalesce(sum(d.times) filter (where d.is_now), 0) as now,
             coalesce(sum(d.times) filter (where not d.is_now), 0) as before
        from deeds d
       group by d.person, d.kind
    ), worked as (
      select d.person, count(distinct d.recorded) as days
        from deeds d
       where not d.is_now and d.recorded < (select first_day from bounds)
       group by d.person
    )
    select json_build_object('firstDay', b.first_day, 'lastDay', b.last_day, 'days', b.days, 'people', ${PEOPLE},
      'counts', (select coalesce(json_agg(c), '[]') from counts c),
      'worked', (select coalesce(json_agg(w), '[]') from worked w))
      from bounds b`,
});
