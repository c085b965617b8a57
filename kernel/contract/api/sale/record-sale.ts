import * as z from "zod/mini";

import {
  absentIfEmpty,
  IdInput,
  optionalText,
  PercentInput,
  PriceInput,
  QuantityInput,
} from "#kernel/contract/api/fields.ts";
import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";

const SaleItemInput = z.object({
  product_id: IdInput,
  quantity: QuantityInput,
  unit_price: PriceInput,
  /** For a product sold in parts: the quantity is in parts, the price is per whole unit. */
  base_units: absentIfEmpty(z.boolean()),
});

/** An amount or a percentage, on one item by its index or on the whole sale. */
const DiscountInput = z
  .object({
    item: z.optional(z.int().check(z.minimum(0, "There is no item with this number"))),
    amount: absentIfEmpty(PriceInput),
    percent: absentIfEmpty(PercentInput),
  })
  .check(
    z.refine(
      ({ amount, percent }) => (amount === undefined) !== (percent === undefined),
      "A discount needs an amount or a percentage",
    ),
  );
export type DiscountInput = z.infer<typeof DiscountInput>;

/** `given` is the cash handed over; what exceeds the amount is change. */
const TenderInput = z
  .object({
    method: PaymentMethod,
    amount: PriceInput,
    given: absentIfEmpty(PriceInput),
    reference: optionalText(100),
  })
  .check(
    z.refine(({ amount, given = amount }) => given >= amount, {
      error: "Must not be less than the amount",
      path: ["given"],
    }),
    z.refine(({ method, given }) => given === undefined || method === "cash", {
      error: "Only cash can have a given amount",
      path: ["given"],
    }),
  );
export type TenderInput = z.infer<typeof TenderInput>;

const MOST_DISCOUNTS = 200;
const MOST_TENDERS = 20;

/**
 * `occurred_at` is ISO-8601. `client_sale_id` replaces the Idempotency-Key for clients that cannot
 * send the header. `tenders` replaces `payment_method`.
 */
const shapeOf = <Item extends z.ZodMiniType>(item: Item) => ({
  customer_id: z.optional(
    z.pipe(
      z.nullable(IdInput),
      z.transform((id) => (id === "" || id === null ? undefined : id)),
    ),
  ),
  items: z
    .array(item, texts.sales.addOneItem)
    .check(
      z.minLength(1, texts.sales.addOneItem),
      z.maxLength(200, "A sale has at most 200 items"),
    ),
  payment_method: z._default(
    z.pipe(
      z.transform((value: unknown) => (value === "" ? "cash" : value)),
      PaymentMethod,
    ),
    "cash",
  ),
  notes: optionalText(2000),
  occurred_at: absentIfEmpty(
    z.iso.datetime({ offset: true, error: "Must be a date and time as ISO-8601" }),
  ),
  client_sale_id: absentIfEmpty(z.uuid("Must be a UUID")),
  discounts: absentIfEmpty(z.array(DiscountInput).check(z.maxLength(MOST_DISCOUNTS))),
  tenders: absentIfEmpty(
    z
      .array(TenderInput)
      .check(z.minLength(1, "Send payment_method or tenders"), z.maxLength(MOST_TENDERS)),
  ),
  /** Absent: inside the prices. */
  tax: absentIfEmpty(z.enum(["inclusive", "exclusive"])),
  /**
   * Sells more than the stock, if the tenant's policy asks first and the seller's role allows
   * it.
   */
  confirm_oversell: absentIfEmpty(z.boolean()),
});

type Discounted = Readonly<{
  items: readonly unknown[];
  discounts?: readonly DiscountInput[] | undefined;
}>;

const isOfItems = z.refine<Discounted>(
  ({ items, discounts = [] }) => discounts.every(({ item: index = 0 }) => index < items.length),
  { error: "There is no item with this number", path: ["discounts"] },
);

export const RecordSaleRequest = z.object(shapeOf(SaleItemInput)).check(isOfItems);
export type RecordSaleRequest = z.infer<typeof RecordSaleRequest>;

/**
 * With `open`, an amount without a product: it has the reserved id of its business, and a name, or none for
 * "Other items". It moves no stock.
 */
const OpenableItem = z
  .strictObject({
    ...SaleItemInput.shape,
    open: absentIfEmpty(z.boolean()),
    name: optionalText(200),
  })
  .check(
    z.refine(({ open, unit_price }) => open !== true || unit_price > 0, {
      error: "Must be above 0",
      path: ["unit_price"],
    }),
  );

/** A sale that may have amounts without a product. */
export const RecordOpenSaleRequest = z.strictObject(shapeOf(OpenableItem)).check(isOfItems);
export type RecordOpenSaleRequest = z.infer<typeof RecordOpenSaleRequest>;
