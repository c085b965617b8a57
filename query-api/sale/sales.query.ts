import type { SaleRow } from "#kernel/contract/sale-item.ts";
import {
  HIGHEST_MS,
  isFound,
  listOf,
  type ListKey,
  type ListQuestion,
} from "#query-api/listing.ts";
import { textListOf } from "#query-api/text-list.ts";

export type ListedSale = SaleRow & ListKey;

/** SQL: the search text is in the name of the customer. */
const NAMED = `s.customer_id in (
      select c.customer_id from rm.rm_customers c
       where c.tenant_id = $1 and strpos(lower(concat_ws(' ', c.first_name, c.last_name)), (select $2 ->> 'search')) > 0)`;

/**
 * SQL: a sale that is not voided. Not written as `is null`: in the past it is an expression, for which the planner
 * would expect one row in 200 and then sort all sales to find the newest few.
 */
export const isNotVoided = (sale: string): string => `not coalesce(${sale}.voided_ms > 0, false)`;

/**
 * The number of sales comes from the sums by day: counting a million rows takes longer than reading
 * the list.
 */
const ALL_SALES = {
  name: "sales",
  which: "true",
  total: "select coalesce(sum(d.orders), 0) from rm.rm_daily_totals d where d.tenant_id = $1",
};
const SALES_BETWEEN = {
  name: "sales-between",
  which: `s.occurred_ms >= coalesce(($2 ->> 'sinceMs')::bigint, 0)
    and s.occurred_ms < coalesce(($2 ->> 'untilMs')::bigint, ${HIGHEST_MS})`,
};

/** SQL: a sale, not voided, at a time of the filter. */
export const IS_BETWEEN = `s.tenant_id = $1 and ${isNotVoided("s")} and ${SALES_BETWEEN.which}`;

/** SQL: the search text is in the sale's id, its receipt number or its customer's name. */
export const IS_FOUND_SALE = `(${isFound("s.sale_id", "concat_ws('-', s.store, s.register, s.receipt_number)")} or ${NAMED})`;

type Sales = Readonly<{ name: string; which: string; total?: string }>;

const salesThat = ({ which, ...list }: Sales): ListQuestion => ({
  ...list,
  projections: ["sales", "customers", "daily_totals"],
  table: "rm.rm_sales s",
  columns: `s.sale_id, s.store, s.register, s.receipt_number, s.customer_id, s.total_minor, s.tax_minor, s.currency,
      s.occurred_ms, s.recorded_ms, s.payment_method, s.lines, s.possible_duplicate_of`,
  which: `s.tenant_id = $1 and ${isNotVoided("s")} and ${which}`,
  found: IS_FOUND_SALE,
  id: "s.sale_id",
  sort: { ms: "s.occurred_ms" },
  join: {
    columns: "k.first_name, k.last_name",
    table: "rm.rm_customers k",
    on: "k.tenant_id = $1 and k.customer_id = s.customer_id",
  },
});

/** As rows, for the export. */
export const SALES = listOf<ListedSale>(salesThat(ALL_SALES));

/**
 * The projection writes the text without names. This cannot be inside one of its values, where
 * quotation marks are escaped.
 */
const NO_NAMES = '"first_name":null,"last_name":null';

/** SQL: the text of the sale with the names that its customer has today. */
const ITEM = `
  case when s.first_name is null and s.last_name is null then s.listed
       else replace(s.listed, '${NO_NAMES}', concat(
         '"first_name":', coalesce(to_json(s.first_name)::text, 'null'),
         ',"last_name":', coalesce(to_json(s.last_name)::text, 'null'))) end`;

const saleTextsThat = (sales: Sales) =>
  textListOf(salesThat(sales), { sql: ITEM, stored: "listed" });

export const SALE_TEXTS = saleTextsThat(ALL_SALES);
/** Sales since a moment, before one, or both. */
export const SALE_TEXTS_BETWEEN = saleTextsThat(SALES_BETWEEN);
