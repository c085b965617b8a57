import * as z from "zod/mini";

import { AsOf } from "#kernel/contract/api/as-of.ts";
import { PaymentMethod } from "#kernel/contract/api/sale.ts";

export const TODAY_PATH = "/api/v1/today";

export const TodayQuery = z.object({ as_of: z.optional(AsOf) });
export type TodayQuery = z.infer<typeof TodayQuery>;

const DayTakings = z.object({
  /** A local day of the shop. */
  day: z.string(),
  orders: z.int(),
  total: z.number(),
});

/**
 * What the shop has taken today, in its present currency. Voided sales do not count; a sale counts
 * on its business day.
 */
export const Today = z.object({
  currency: z.string(),
  /** The last seven days, the oldest first: the last one is today, the one before it yesterday. */
  days: z.array(DayTakings),
  /** Today's takings by payment method, for methods that were used today. */
  methods: z.array(z.object({ payment_method: PaymentMethod, total: z.number() })),
  /** What yesterday had taken by this time of the day, to the minute. */
  yesterday_by_now: z.number(),
});
export type Today = z.infer<typeof Today>;
