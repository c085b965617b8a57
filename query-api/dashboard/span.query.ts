import { localTime } from "#query-api/ask.query.ts";

/** `span`: the shop's currency, zone and today, and the days of the totals, both null for all of them. */
export const WITH_SPAN = `
  with shop as (
    select coalesce(max(s.currency), 'GHS') as currency,
           coalesce(max(s.timezone), 'Africa/Accra') as timezone,
           ${localTime("max(s.timezone)")}::date as today
      from rm.rm_shops s
     where s.tenant_id = $1
  ), span as (
    select currency, timezone, today,
           coalesce(today - ($2 ->> 'days')::int + 1, ($2 ->> 'from')::date) as first_day,
           case when $2 ->> 'days' is null then ($2 ->> 'to')::date else today end as last_day
      from shop
  )`;

/** Whether a day is one of the span's. */
export const isInSpan = (day: string): string => `
  ${day} >= (select coalesce(first_day, '-infinity') from span)
    and ${day} <= (select coalesce(last_day, 'infinity') from span)`;
