import type { TaxSums } from "#kernel/contract/api/reports/report.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { type UntaxedCategory, UNTAXED_NAMES } from "#kernel/contract/untaxed.ts";
import { isNotVoided } from "#query-api/sale/sales.query.ts";
import { isInSpan } from "#query-api/span-of-days.query.ts";

import { prepareSums, type SumsReport } from "./sums.ts";

type Row = {
  /** Null for what has a category. */
  name: string | null;
  rate_bp: number;
  currency: string;
  orders: number;
  net_minor: number;
  tax_minor: number;
  category: UntaxedCategory | null;
};

/** After the parts of any tax. */
const LAST = 1_000;

/** SQL: a day as a time in ms, so many days later. */
const msOf = (day: string, later: number): string =>
  `coalesce((extract(epoch from (select ${day} from span) + ${later}) * 1000)::bigint`;

/**
 * SQL: the sale may be of a day in the span. It is on the index; the day of a sale is at most one from
 * the day of its time, and time zones are up to two apart.
 */
const IS_NEAR_SPAN = `s.occurred_ms >= ${msOf("first_day", -3)}, 0)
    and s.occurred_ms < ${msOf("last_day", 4)}, 9007199254740991)`;

/** SQL: what a sale has of lines without tax, as the projection puts it beside the tax. */
const untaxed = (category: UntaxedCategory): string =>
  `coalesce((j.tax #>> '{untaxed,${category}}')::bigint, 0)`;

/**
 * SQL: the parts as the receipts have them, summed. A split of the sum would differ by the pesewas
 * that each receipt rounds. Equal taxes are counted before they are parsed: sales are many, and
 * different amounts of tax are few. Below them is what was sold without tax.
 */
const ROWS = `
  with equal as materialized (
    select e.currency, e.tax_minor, e.orders, j.tax, ${untaxed("zero")} as zero_minor, ${untaxed("exempt")} as exempt_minor,
           e.net_minor - e.orders * (${untaxed("zero")} + ${untaxed("exempt")}) as net_minor,
           coalesce((j.tax #>> '{untaxed,isAll}')::boolean, false) as is_untaxed
      from (
        select s.currency, s.tax::text as tax, s.tax_minor, count(*) as orders,
               sum(s.total_minor - s.tax_minor) as net_minor
          from rm.rm_sales s
         where s.tenant_id = $1 and ${isNotVoided("s")} and ${IS_NEAR_SPAN} and ${isInSpan("s.business_date")}
         group by s.currency, s.tax::text, s.tax_minor) e
     cross join lateral (select e.tax::json as tax) j
     where (j.tax ->> 'rateBp')::int > 0)
  select x.name, x."rateBp" as rate_bp, e.currency, null as category, sum(e.orders) as orders,
         sum(e.net_minor) as net_minor, sum(x."amountMinor" * e.orders) as tax_minor, min(x.place) as place
    from equal e
   cross join lateral rows from (json_to_recordset(
           case when json_typeof(e.tax -> 'parts') = 'array' then e.tax -> 'parts' else json_build_array(
             json_build_object('name', 'Tax', 'rateBp', e.tax -> 'rateBp', 'amountMinor', e.tax_minor)) end)
           as (name text, "rateBp" int, "amountMinor" bigint)) with ordinality x(name, "rateBp", "amountMinor", place)
   where not e.is_untaxed
   group by 1, 2, 3
   union all
  select null, 0, e.currency, u.category, sum(e.orders), sum(e.orders * u.minor), 0, u.place
    from equal e
   cross join lateral (values ('zero', e.zero_minor, ${LAST}), ('exempt', e.exempt_minor, ${LAST} + 1)) u(category, minor, place)
   where u.minor > 0
   group by e.currency, u.category, u.place`;

/** In the order of a receipt. */
export const BY_TAX: SumsReport<Row, TaxSums> = {
  question: prepareSums({
    name: "sums-by-tax",
    projections: ["sales"],
    rows: ROWS,
    order: "s.place, s.rate_bp desc, s.name",
  }),
  toItem: ({ name, rate_bp, currency, orders, net_minor, tax_minor, category }) => ({
    name: category === null ? (name ?? "") : UNTAXED_NAMES[category],
    rate: toDecimal(rate_bp),
    currency,
    orders,
    net: toDecimal(net_minor),
    tax: toDecimal(tax_minor),
    ...(category === null ? {} : { category }),
  }),
  columns: [
    ["Tax", ({ name }) => name],
    ["Rate", ({ rate }) => rate],
    ["Orders", ({ orders }) => orders],
    ["Sales without tax", ({ net }) => net],
    ["Amount", ({ tax }) => tax],
    ["Currency", ({ currency }) => currency],
  ],
};
