// These names and shapes are stored for ever. Add optional fields; never rename, retype or remove one.
import * as z from "zod";

import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { LocalDate, Sealed } from "#kernel/contract/events/fields.ts";
import { CustomerId, ProductId, SaleId, UserId } from "#kernel/contract/ids.ts";
import { Currency, MinorAmount } from "#kernel/contract/money.ts";

export const SaleLine = z.object({
  productId: ProductId,
  name: z.string(),
  quantity: z.int(),
  listPriceMinor: MinorAmount,
  unitPriceMinor: MinorAmount,
  discountMinor: MinorAmount,
  taxMinor: MinorAmount,
  totalMinor: MinorAmount,
  /** Taken without the floor: stock was not checked for this line. */
  oversold: z.optional(z.boolean()),
  /** The quantity is in parts of the sale unit: so many parts have the price. */
  perUnit: z.optional(z.int()),
});
export type SaleLine = z.infer<typeof SaleLine>;

export const Tender = z.object({
  method: PaymentMethod,
  amountMinor: MinorAmount,
  givenMinor: z.optional(MinorAmount),
  /** Cash is confirmed; what nobody but the cashier has seen is asserted (R26). */
  status: z.enum(["confirmed", "asserted"]),
  reference: z.optional(z.string()),
});
export type Tender = z.infer<typeof Tender>;

const SaleTax = z.object({
  mode: z.enum(["inclusive", "exclusive"]),
  /** Hundredths of a percent, as it was at the sale. */
  rateBp: z.int(),
  parts: z.optional(
    z.array(z.object({ name: z.string(), rateBp: z.int(), amountMinor: MinorAmount })),
  ),
});

const sums = {
  businessDate: LocalDate,
  currency: Currency,
  lines: z.array(SaleLine),
  tenders: z.array(Tender),
  totalMinor: MinorAmount,
  taxMinor: MinorAmount,
} as const;

export const SaleRecorded = z.object({
  type: z.literal("SaleRecorded"),
  data: z.object({
    saleId: SaleId,
    store: z.int(),
    register: z.int(),
    ...sums,
    customer: z.optional(z.object({ id: CustomerId, name: Sealed })),
    tax: SaleTax,
    notes: z.optional(Sealed),
    possibleDuplicateOf: z.optional(SaleId),
  }),
});
export type SaleRecorded = z.infer<typeof SaleRecorded>;

/** Repeats what it takes back, so that a projection needs no read; also when and by whom it was sold. */
export const SaleVoided = z.object({
  type: z.literal("SaleVoided"),
  data: z.object({
    saleId: SaleId,
    ...sums,
    soldMs: z.optional(z.int()),
    soldBy: z.optional(UserId),
    reason: z.optional(z.string()),
  }),
});
export type SaleVoided = z.infer<typeof SaleVoided>;

export const SaleEvent = z.discriminatedUnion("type", [SaleRecorded, SaleVoided]);
export type SaleEvent = z.infer<typeof SaleEvent>;
