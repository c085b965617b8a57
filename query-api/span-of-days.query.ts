import type { PeriodQuery } from "#kernel/contract/api/dashboard.ts";
import { can } from "#kernel/contract/rights.ts";
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

/** Which days the totals cover, as they are asked of the database: it knows what today is in the shop. */
export type Span = Readonly<{
  period: string | null;
  /** Whole local days up to and with today. */
  days: number | null;
  from: string | null;
  to: string | null;
  /** Whether the reader may learn how this month stands against the last one. */
  comparesMonths: boolean;
}>;

/** Who may see the dashboard but no reports sees today, whatever was asked. */
export function toSpan({ period, from, to }: PeriodQuery, role: string): Span {
  if (!can(role, "see-reports") && !can(role, "export")) {
    return { period: "today", days: 1, from: null, to: null, comparesMonths: false };
  }
  return {
    period: period ?? null,
    days: period === undefined ? null : Number(period),
    from: from ?? null,
    to: to ?? null,
    comparesMonths: true,
  };
}
