import { MOST_COUNTED } from "#kernel/contract/api/envelope.ts";
import type { SaleOrder, SaleState } from "#kernel/contract/api/reports/sales-sums.ts";
import type { PaymentMethod, SaleItem } from "#kernel/contract/api/sale.ts";
import { type SaleRow, toSaleItem } from "#kernel/contract/sale-item.ts";
import {
  type Both,
  HIGHEST_MS,
  isFound,
  listOf,
  type ListKey,
  type ListQuestion,
} from "#query-api/listing.ts";
import { isoTime, textListOf, type TextPage } from "#query-api/text-list.ts";

export type ListedSale = SaleRow & ListKey & { voided_ms: number | null };

/** SQL: the search text is in the name of the customer. */
const NAMED = `s.customer_id in (
      select c.customer_id from rm.rm_customers c
       where c.tenant_id = $1 and strpos(lower(concat_ws(' ', c.first_name, c.last_name)), (select $2 ->> 'search')) > 0)`;

/**
 * SQL: a sale that is not voided. Not written as `is null`: in the past it is an expression, for which the planner
 * would expect one row in 200 and then sort all sales to find the newest few.
 */
export const isNotVoided = (sale: string): string => `not coalesce(${sale}.voided_ms > 0, false)`;

/** SQL: a sale at a time of the filter. */
const IS_IN_TIME = `s.occurred_ms >= coalesce(($2 ->> 'sinceMs')::bigint, 0)
    and s.occurred_ms < coalesce(($2 ->> 'untilMs')::bigint, ${HIGHEST_MS})`;

/** SQL: a voided sale. Voids are few, so they are all read; an array keeps the planner from reading the sales instead. */
const IS_VOIDED = `s.sale_id = any (array(
      select v.sale_id from rm.rm_takings v where v.tenant_id = $1 and v.orders < 0))`;

const STATES = { paid: isNotVoided("s"), voided: IS_VOIDED, all: "true" };

/** Which sales to list. What is not filtered is not in the SQL, so that the planner can choose an index. */
export type SalesFilter = Readonly<{
  state: SaleState;
  isInTime?: boolean;
  /** The period is so long that most sales may be in it. */
  isLong?: boolean;
  method?: PaymentMethod | undefined;
  isByStaff?: boolean;
  isOfCustomer?: boolean;
}>;

/** SQL: the sales of the filter. */
export const isListed = ({ state, isInTime, method, ...of }: SalesFilter): string =>
  [
    "s.tenant_id = $1",
    STATES[state],
    ...(isInTime ? [IS_IN_TIME] : []),
    ...(method ? [`rm.is_paid_by(s.tenders, '${method}')`] : []),
    ...(of.isByStaff ? ["s.cashier_id = (select ($2 ->> 'staff')::uuid)"] : []),
    ...(of.isOfCustomer ? ["s.customer_id = (select ($2 ->> 'customer')::uuid)"] : []),
  ].join(" and ");

/** A name for the prepared statement of each combination. */
export const nameOf = ({ state, isInTime, method, isByStaff, isOfCustomer }: SalesFilter): string =>
  [
    ...(state === "paid" ? [] : [state]),
    ...(isInTime ? ["between"] : []),
    ...(method ? [method] : []),
    ...(isByStaff ? ["staff"] : []),
    ...(isOfCustomer ? ["customer"] : []),
  ]
    .map((part) => `-${part}`)
    .join("");

/** SQL: the search text is in the sale's id, its receipt number or its customer's name. */
export const IS_FOUND_SALE = `(${isFound("s.sale_id", "concat_ws('-', s.store, s.register, s.receipt_number)")} or ${NAMED})`;

/**
 * The number of all sales comes from the sums by day: counting a million rows takes longer than reading the list. Any
 * other number without a period is counted up to a limit.
 */
function totalOf(filter: SalesFilter): string | undefined {
  const name = nameOf(filter);
  if (name === "-between") return undefined;
  if (name === "") return ordersOf("rm.rm_daily_totals d where d.tenant_id = $1");
  if (name === "-staff") {
    return ordersOf(
      "rm.rm_staff_days d where d.tenant_id = $1 and d.user_id = ($2 ->> 'staff')::uuid",
    );
  }
  // In the order of an index: the planner would read all sales if it expects to find enough of them soon.
  return `select count(*) from (
    select from rm.rm_sales s where ${isListed(filter)}
     order by s.occurred_ms desc, s.sale_id desc limit ${MOST_COUNTED + 1}) n`;
}

const ordersOf = (days: string): string => `select coalesce(sum(d.orders), 0) from ${days}`;

const isByAmount = (order: SaleOrder): boolean => order === "largest" || order === "smallest";

/**
 * Whether sales in the order of their amounts are read from the journal, which has an index for it, until there are
 * enough. The sales of a short period, of a person, or paid in a rare way are few enough to be sorted.
 */
const isFromJournal = (filter: SalesFilter, order: SaleOrder): boolean =>
  isByAmount(order) &&
  filter.state !== "voided" &&
  (filter.isInTime !== true || filter.isLong === true) &&
  (filter.method === undefined ? filter.isByStaff !== true : USUAL.has(filter.method));

/** The ways of paying that have no index of their own. */
const USUAL: ReadonlySet<PaymentMethod> = new Set(["cash", "mobile_money"]);

const JOURNAL = `rm.rm_sales s join rm.rm_takings t
    on t.tenant_id = $1 and t.sale_id = s.sale_id and t.orders > 0`;

/**
 * SQL: the rows of the journal, before their sales are read. Not written as comparisons, of which the planner would
 * expect so few rows that it would sort them.
 */
const isInJournal = ({ isInTime, isByStaff }: SalesFilter): string =>
  [
    ...(isInTime
      ? [
          `not coalesce(t.occurred_ms < ($2 ->> 'sinceMs')::bigint, false)
    and not coalesce(t.occurred_ms >= ($2 ->> 'untilMs')::bigint, false)`,
        ]
      : []),
    ...(isByStaff ? ["not coalesce(t.user_id <> ($2 ->> 'staff')::uuid, false)"] : []),
  ]
    .map((condition) => ` and ${condition}`)
    .join("");

/** From where the sales are read, which of them, and in which order. */
function readingOf(filter: SalesFilter, order: SaleOrder) {
  const which = isListed(filter);
  const isRising = order === "oldest" || order === "smallest";
  if (!isFromJournal(filter, order)) {
    const ms = isByAmount(order) ? "s.total_minor" : "s.occurred_ms";
    return { table: "rm.rm_sales s", which, sort: { ms, isRising }, total: totalOf(filter) };
  }
  const rest = { ...filter, isInTime: false, isByStaff: false };
  return {
    table: JOURNAL,
    which: `${isListed(rest)}${isInJournal(filter)}`,
    sort: { ms: "t.total_minor", isRising },
    total: totalOf(filter) ?? `select count(*) from rm.rm_sales s where ${which}`,
  };
}

/** A name for the prepared statement of each filter and order. */
const nameIn = (filter: SalesFilter, order: SaleOrder): string =>
  [
    nameOf(filter),
    ...(order === "newest" ? [] : [order]),
    ...(isFromJournal(filter, order) ? ["journal"] : []),
  ].join("-");

const salesThat = (filter: SalesFilter, order: SaleOrder = "newest"): ListQuestion => ({
  ...readingOf(filter, order),
  name: `sales${nameIn(filter, order)}`,
  projections: [
    "sales",
    "customers",
    "daily_totals",
    ...(filter.state === "voided" || isFromJournal(filter, order) ? ["takings"] : []),
    ...(filter.isByStaff ? ["staff_days"] : []),
  ],
  columns: `s.sale_id, s.store, s.register, s.receipt_number, s.customer_id, s.total_minor, s.tax_minor, s.currency,
      s.occurred_ms, s.recorded_ms, s.payment_method, s.lines, s.possible_duplicate_of, s.voided_ms`,
  found: IS_FOUND_SALE,
  id: "s.sale_id",
  join: {
    columns: "k.first_name, k.last_name",
    table: "rm.rm_customers k",
    on: "k.tenant_id = $1 and k.customer_id = s.customer_id",
  },
});

const ALL_SALES: SalesFilter = { state: "paid" };

/** As rows, for the export. */
export const SALES = listOf<ListedSale>(salesThat(ALL_SALES));

/**
 * The projection writes the text without names. This cannot be inside one of its values, where
 * quotation marks are escaped.
 */
const NO_NAMES = '"first_name":null,"last_name":null';

/** SQL: the text of the sale with the names that its customer has today. */
const NAMED_ITEM = `
  case when s.first_name is null and s.last_name is null then s.listed
       else replace(s.listed, '${NO_NAMES}', concat(
         '"first_name":', coalesce(to_json(s.first_name)::text, 'null'),
         ',"last_name":', coalesce(to_json(s.last_name)::text, 'null'))) end`;

/** SQL: with the time of its void, if it is voided. Null if there is no stored text. */
const ITEM = `
  case when s.voided_ms is null then (${NAMED_ITEM})
       else left((${NAMED_ITEM}), -1) || ',"voided_at":"' || ${isoTime("s.voided_ms")} || '"}' end`;

/** An item from the row of an older build, which stored no text. */
export const toListedSale = (row: ListedSale): SaleItem => ({
  ...toSaleItem(row),
  ...(row.voided_ms !== null && { voided_at: new Date(row.voided_ms).toISOString() }),
});

const prepared = new Map<string, Both<TextPage>>();

/** The list with a filter, prepared when it is first asked for. */
export function salesTextsThat(filter: SalesFilter, order: SaleOrder = "newest"): Both<TextPage> {
  const name = nameIn(filter, order);
  const known =
    prepared.get(name) ?? textListOf(salesThat(filter, order), { sql: ITEM, stored: "listed" });
  prepared.set(name, known);
  return known;
}

export const SALE_TEXTS = salesTextsThat(ALL_SALES);
