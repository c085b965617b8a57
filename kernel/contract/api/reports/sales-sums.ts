import * as z from "zod/mini";

import { ListQuery, Moment } from "#kernel/contract/api/listing.ts";
import { PaymentMethod } from "#kernel/contract/api/sale.ts";

export const SaleState = z.enum(["paid", "voided", "all"]);
export type SaleState = z.infer<typeof SaleState>;

/**
 * `until` is not included. Without a `state` only sales that are not voided are listed. A sale with several payments
 * is paid by each of their methods. `staff` is who made the sale. With one of these filters the sales are counted up
 * to `MOST_COUNTED`; a higher number says that there are more.
 */
export const SalesQuery = z.extend(ListQuery, {
  until: z.optional(Moment),
  state: z.optional(SaleState),
  payment_method: z.optional(PaymentMethod),
  staff: z.optional(z.uuid("Must be the id of a person")),
});
export type SalesQuery = z.infer<typeof SalesQuery>;

export const SaleOrder = z.enum(["newest", "oldest", "largest", "smallest"]);
export type SaleOrder = z.infer<typeof SaleOrder>;

/** Newest first unless `sort` says otherwise. A cursor goes on in the order in which it was given. */
export const SortedSalesQuery = z.extend(SalesQuery, { sort: z.optional(SaleOrder) });
export type SortedSalesQuery = z.infer<typeof SortedSalesQuery>;

export const SALES_SUMS_PATH = "/api/v1/sales/sums";

export const SalesSumsQuery = z.pick(SalesQuery, {
  search: true,
  since: true,
  until: true,
  payment_method: true,
  staff: true,
  as_of: true,
});
export type SalesSumsQuery = z.infer<typeof SalesSumsQuery>;

/**
 * The sums of the listed sales that are not voided, one for each currency; with a payment method, its payments and
 * their sums. The shop's present currency is always there and first.
 */
export const SalesSums = z.object({
  rows: z.array(z.object({ currency: z.string(), orders: z.int(), total: z.number() })),
  /** How many of them a till sent on a later day than they count on. Not counted over all time. */
  late: z.int(),
});
export type SalesSums = z.infer<typeof SalesSums>;
