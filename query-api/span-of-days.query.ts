import type { PeriodQuery } from "#kernel/contract/api/reports/period.ts";
import { can } from "#kernel/contract/rights.ts";
import { localTime } from "#query-api/ask.query.ts";

/**
 * SQL: defines `span` with the tenant's currency, time zone and today, and the first and last day,
 * both null for all time.
 */
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

/** SQL: true if a day is in the span. */
export const isInSpan = (day: string): string => `
  ${day} >= (select coalesce(first_day, '-infinity') from span)
    and ${day} <= (select coalesce(last_day, 'infinity') from span)`;

/** The days that the totals cover. Only the database knows what day it is for the tenant. */
export type Span = Readonly<{
  period: string | null;
  /** Whole local days up to and including today. */
  days: number | null;
  from: string | null;
  to: string | null;
  /** True if the reader may compare with an earlier time. */
  compares: boolean;
}>;

/** A reader who sees the dashboard but no reports always gets today. */
export function toSpan({ period, from, to }: PeriodQuery, role: string): Span {
  if (!can(role, "see-reports") && !can(role, "export")) {
    return { period: "today", days: 1, from: null, to: null, compares: false };
  }
  return {
    period: period ?? null,
    days: period === undefined ? null : Number(period),
    from: from ?? null,
    to: to ?? null,
    compares: true,
  };
}
