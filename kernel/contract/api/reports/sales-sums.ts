import * as z from "zod/mini";

import { ListQuery, Moment } from "#kernel/contract/api/listing.ts";

/** `until` is not included. */
export const SalesQuery = z.extend(ListQuery, { until: z.optional(Moment) });
export type SalesQuery = z.infer<typeof SalesQuery>;

export const SALES_SUMS_PATH = "/api/v1/sales/sums";

export const SalesSumsQuery = z.pick(SalesQuery, {
  search: true,
  since: true,
  until: true,
  as_of: true,
});
export type SalesSumsQuery = z.infer<typeof SalesSumsQuery>;

/** The sums of the listed sales, one for each currency. The shop's present currency is always there and first. */
export const SalesSums = z.object({
  rows: z.array(z.object({ currency: z.string(), orders: z.int(), total: z.number() })),
});
export type SalesSums = z.infer<typeof SalesSums>;
