import * as z from "zod/mini";

import { AsOf } from "#kernel/contract/api/as-of.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { Count } from "#kernel/contract/api/listing.ts";
import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { Currency } from "#kernel/contract/money.ts";

import { periodChecks, periodFields } from "./reports/period.ts";

/** Every figure that can list its events, with the parameters it needs. */
const LINEAGE_NEEDS = {
  "sales.total": [],
  "sales.orders": [],
  "sales.tax": [],
  "hour.total": ["hour"],
  "hour.orders": ["hour"],
  "staff.total": ["about"],
  "staff.orders": ["about"],
  "payments.total": ["method"],
  "payments.count": ["method"],
  "product.revenue": ["about"],
  "product.quantity": ["about"],
  "sale.total": ["about"],
  "sale.tax": ["about"],
  stock: ["about"],
  customers: [],
  "customers.added": [],
  products: [],
  "products.added": [],
} as const;

const FIGURES = z.enum([
  "sales.total",
  "sales.orders",
  "sales.tax",
  "hour.total",
  "hour.orders",
  "staff.total",
  "staff.orders",
  "payments.total",
  "payments.count",
  "product.revenue",
  "product.quantity",
  "sale.total",
  "sale.tax",
  "stock",
  "customers",
  "customers.added",
  "products",
  "products.added",
]);
export type Figure = z.infer<typeof FIGURES>;

const HOUR = "Must be an hour from 0 to 23";

/**
 * The days of the screen that shows the figure: `period`, or `from` and `to`, or none for all time.
 * Current counts (`stock`, `customers`, `products`) and a single sale have none. `currency` is the
 * tenant's present one by default.
 */
export const LineageQuery = z
  .object({
    figure: FIGURES,
    ...periodFields,
    currency: z.optional(Currency),
    hour: z.optional(
      z.pipe(z.string(HOUR).check(z.regex(/^(1?\d|2[0-3])$/, HOUR)), z.transform(Number)),
    ),
    /** The id of the product, sale or person. */
    about: z.optional(IdInput),
    method: z.optional(PaymentMethod),
    status: z.optional(z.enum(["confirmed", "asserted"])),
    as_of: z.optional(AsOf),
    limit: z.optional(Count),
    /** The `next_cursor` of the previous page. */
    cursor: z.optional(
      z.string().check(z.regex(/^[\w-]{1,200}$/, "Must be the next_cursor of a page")),
    ),
  })
  .check(
    ...periodChecks,
    z.refine(
      (query) => LINEAGE_NEEDS[query.figure].every((name) => query[name] !== undefined),
      "This figure needs about, hour or method",
    ),
  );
export type LineageQuery = z.infer<typeof LineageQuery>;

/**
 * One event, its share of the figure and the running total. Amounts are whole pesewas, so sums are
 * exact.
 */
const LineageLine = z.object({
  seq: z.int(),
  type: z.string(),
  share: z.int(),
  running: z.int(),
  /** The sale, customer or product of the event. */
  about: z.string(),
  user_id: z.string(),
  user_name: z.nullable(z.string()),
  occurred_at: z.string(),
  recorded_at: z.string(),
});
export type LineageLine = z.infer<typeof LineageLine>;

/** In the order of addition; `running` of the last line equals `value`. */
export const Lineage = z.object({
  figure: FIGURES,
  unit: z.enum(["minor", "count"]),
  currency: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** The figure on the screen. */
  value: z.int(),
  lines: z.array(LineageLine),
  next_cursor: z.nullable(z.string()),
});
export type Lineage = z.infer<typeof Lineage>;
