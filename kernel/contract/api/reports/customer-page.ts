import * as z from "zod/mini";

import { AsOfQuery } from "#kernel/contract/api/as-of.ts";
import { CustomerItem } from "#kernel/contract/api/customer.ts";
import { ListQuery } from "#kernel/contract/api/listing.ts";
import { SaleItem } from "#kernel/contract/api/sale.ts";

export const PURCHASES_PAGE = 50;

/** `cursor` is the `next_cursor` of the answer before. */
export const CustomerPageQuery = z.extend(AsOfQuery, { cursor: ListQuery.shape.cursor });
export type CustomerPageQuery = z.infer<typeof CustomerPageQuery>;

/** A customer with what they have bought. Also for deleted and erased ones. */
export const CustomerPage = z.extend(CustomerItem, {
  erased: z.boolean(),
  /** The sales that are not voided, in each currency. */
  totals: z.array(z.object({ currency: z.string(), orders: z.int(), total: z.number() })),
  /** Of the newest sale that is not voided. */
  last_sale_at: z.nullable(z.string()),
  /** The newest first, voided ones too. */
  purchases: z.array(
    z.pick(z.extend(SaleItem, { voided_at: z.nullable(z.string()) }), {
      id: true,
      receipt_number: true,
      total_amount: true,
      currency: true,
      occurred_at: true,
      unit_count: true,
      payment_method: true,
      voided_at: true,
    }),
  ),
  next_cursor: z.nullable(z.string()),
});
export type CustomerPage = z.infer<typeof CustomerPage>;
