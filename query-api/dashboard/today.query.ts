import type { Today } from "#kernel/contract/api/reports/today.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { localTime, prepare, type Prepared } from "#query-api/ask.query.ts";
import { isNotVoided } from "#query-api/sale/sales.query.ts";
import { WITH_SPAN } from "#query-api/span-of-days.query.ts";

/** Today and the six days before it. */
const DAYS = 7;

const MINUTE_MS = 60_000;

type Row = {
  currency: string;
  days: { day: string; orders: number; total_minor: number }[];
  methods: { method: Today["methods"][number]["payment_method"]; total_minor: number }[];
  yesterdayByNow: number;
};

/**
 * SQL: `cut` is this time of yesterday, to the minute. A sale's business day may differ from the
 * local day of its time by one, so the index narrows the sales to two days.
 */
const WITH_CUT = `${WITH_SPAN}, cut as (
    select (extract(epoch from
             (date_trunc('minute', ${localTime("timezone")}) - interval '1 day') at time zone timezone
           ) * 1000)::bigint as ms
      from shop
  ), till_then as (
    select coalesce(sum(s.total_minor), 0) as total_minor
      from rm.rm_sales s
     where s.tenant_id = $1 and ${isNotVoided("s")}
       and s.currency = (select currency from span)
       and s.business_date = (select today - 1 from span)
       and s.occurred_ms <= (select ms from cut)
       and s.occurred_ms > (select ms - 2 * 86400000::bigint from cut)
  ), by_method as (
    select d.method, sum(d.amount_minor) as total_minor
      from rm.rm_method_days d
     where d.tenant_id = $1 and d.day = (select today from span)
       and d.currency = (select currency from span)
     group by d.method
    having sum(d.payments) > 0
  ), by_day as (
    select n.day::date as day, coalesce(d.orders, 0) as orders, coalesce(d.total_minor, 0) as total_minor
      from span
     cross join generate_series(span.first_day::timestamp, span.last_day, interval '1 day') n(day)
      left join rm.rm_daily_totals d
        on d.tenant_id = $1 and d.day = n.day::date and d.currency = span.currency
  )`;

export const TODAY: Prepared<Row> = prepare(
  {
    name: "today",
    projections: ["shops", "sales", "daily_totals", "method_days"],
    sql: `${WITH_CUT} select json_build_object(
      'currency', (select currency from span),
      'days', (select json_agg(d order by d.day) from by_day d),
      'methods', (select coalesce(json_agg(m order by m.method), '[]') from by_method m),
      'yesterdayByNow', (select total_minor from till_then))`,
  },
  { past: true },
);

/** The answer changes with the minute, and so does its entity tag. */
export const toTodayArguments = (nowMs: number) => ({
  days: DAYS,
  minute: Math.floor(nowMs / MINUTE_MS),
});

export const toToday = ({ currency, days, methods, yesterdayByNow }: Row): Today => ({
  currency,
  days: days.map(({ day, orders, total_minor }) => ({
    day,
    orders,
    total: toDecimal(total_minor),
  })),
  methods: methods.map(({ method, total_minor }) => ({
    payment_method: method,
    total: toDecimal(total_minor),
  })),
  yesterday_by_now: toDecimal(yesterdayByNow),
});
