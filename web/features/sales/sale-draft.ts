import * as z from "zod/mini";

import { PriceInput, QuantityInput } from "#kernel/contract/api/fields.ts";
import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { RecordSaleRequest } from "#kernel/contract/api/sale/record-sale.ts";
import { MAX_QUANTITY, toDecimalText } from "#kernel/contract/money.ts";
import { typedAmount } from "#web/format/money.ts";
import {
  Cart,
  emptyCart,
  keyOf,
  reduceCart,
  refresh,
  sumsOf,
  unitsTyped,
} from "#web/state/cart.ts";
import type { CartAction, CartLine, CartTax, Sellable } from "#web/state/cart.ts";
import { saleBody } from "#web/state/sale-body.ts";

/** The text in the two input fields of a line. The cart follows it while it is a valid number. */
const LineFields = z.object({ quantity: z.string(), price: z.string() });
type LineFields = z.infer<typeof LineFields>;

/** An unsaved sale: the cart, the text of its input fields by product, and the payment method. */
export const SaleDraft = z.object({
  cart: Cart,
  fields: z.record(z.string(), LineFields),
  paymentMethod: PaymentMethod,
  /** Day and time in the shop's time zone. Absent: now. */
  day: z.optional(z.string()),
  time: z.optional(z.string()),
});
export type SaleDraft = z.infer<typeof SaleDraft>;

export const emptySale: SaleDraft = { cart: emptyCart, fields: {}, paymentMethod: "cash" };

type ProductOf = (id: string) => Sellable | undefined;

export type SaleAction =
  | { type: "picked"; product: Sellable }
  | { type: "refreshed"; productOf: ProductOf }
  | { type: "removed"; productId: string }
  | { type: "quantityTyped"; productId: string; quantity: string }
  | { type: "priceTyped"; productId: string; price: string }
  | Extract<CartAction, { type: "customerChosen" }>
  | { type: "paymentChosen"; paymentMethod: PaymentMethod }
  | { type: "dayChosen"; day: string }
  | { type: "timeChosen"; time: string };

export function reduceSale(draft: SaleDraft, action: SaleAction): SaleDraft {
  switch (action.type) {
    case "picked":
      return pick(draft, action.product);
    case "refreshed":
      return withCurrent(draft, action.productOf);
    case "removed":
      return remove(draft, action.productId);
    case "quantityTyped":
      return typeInto(draft, action.productId, { quantity: action.quantity });
    case "priceTyped":
      return typeInto(draft, action.productId, { price: action.price });
    case "customerChosen":
      return { ...draft, cart: reduceCart(draft.cart, action) };
    case "paymentChosen":
      return { ...draft, paymentMethod: action.paymentMethod };
    case "dayChosen":
      return { ...draft, day: action.day };
    case "timeChosen":
      return { ...draft, time: action.time };
  }
}

/** The dialog has one line per product, whatever its price: picking a product again adds one unit to it. */
function pick(draft: SaleDraft, product: Sellable): SaleDraft {
  const known = findLine(draft, product.id);
  if (known === undefined) {
    return {
      ...draft,
      cart: reduceCart(draft.cart, { type: "added", product, units: 1, place: "last" }),
    };
  }
  const units = unitsOf(draft, known) ?? 0;
  return typeInto(draft, product.id, { quantity: String(Math.min(MAX_QUANTITY, units + 1)) });
}

/**
 * With the products as they are now, which the server goes by. A price that was typed stays; the
 * field of another one follows the product.
 */
export function withCurrent(draft: SaleDraft, productOf: ProductOf): SaleDraft {
  const cart = refresh(draft.cart, productOf);
  if (cart === draft.cart) return draft;
  const fields = Object.entries(draft.fields).map(([id, typed]) => {
    const [before, now] = [findLine(draft, id), findLine({ ...draft, cart }, id)];
    const isRepriced =
      now?.unitPriceMinor !== before?.unitPriceMinor &&
      priceIn(typed).data === before?.unitPriceMinor;
    const price = isRepriced && now ? toDecimalText(now.unitPriceMinor) : typed.price;
    return [id, { ...typed, price }] as const;
  });
  return { ...draft, cart, fields: Object.fromEntries(fields) };
}

function remove(draft: SaleDraft, productId: string): SaleDraft {
  const line = findLine(draft, productId);
  if (line === undefined) return draft;
  const { [productId]: _, ...fields } = draft.fields;
  const cart = reduceCart(draft.cart, { type: "counted", key: keyOf(line), quantity: 0 });
  return { ...draft, cart, fields };
}

function typeInto(draft: SaleDraft, productId: string, typed: Partial<LineFields>): SaleDraft {
  const line = findLine(draft, productId);
  if (line === undefined) return draft;
  const fields = { ...fieldsOf(draft, line), ...typed };
  const quantity = quantityIn(fields, line);
  const price = priceIn(fields);
  const key = keyOf(line);
  let { cart } = draft;
  if (quantity.success) cart = reduceCart(cart, { type: "counted", key, quantity: quantity.data });
  if (price.success) cart = reduceCart(cart, { type: "priced", key, unitPriceMinor: price.data });
  return { ...draft, cart, fields: { ...draft.fields, [productId]: fields } };
}

const findLine = ({ cart }: SaleDraft, productId: string): CartLine | undefined =>
  cart.lines.find((line) => line.productId === productId);

export const fieldsOf = ({ fields }: SaleDraft, line: CartLine): LineFields =>
  fields[line.productId] ?? {
    quantity: unitsTyped(line.quantity, line.perUnit),
    price: toDecimalText(line.unitPriceMinor),
  };

const WHOLE = /^\d{1,7}$/;

/** The quantity in parts. The dialog takes whole units only. */
function quantityIn({ quantity }: LineFields, { perUnit }: CartLine) {
  const isWhole = WHOLE.test(quantity.trim());
  return QuantityInput.safeParse(isWhole ? Number(quantity) * perUnit : quantity);
}

const priceIn = ({ price }: LineFields) => PriceInput.safeParse(typedAmount(price));

export type LineProblem = { quantity?: string; price?: string };
export type SaleProblems = { form?: string; lines: readonly LineProblem[] };

function problemOf(draft: SaleDraft, line: CartLine): LineProblem {
  const fields = fieldsOf(draft, line);
  const quantity = quantityIn(fields, line).error?.issues[0]?.message;
  const price = priceIn(fields).error?.issues[0]?.message;
  return {
    ...(quantity === undefined ? {} : { quantity }),
    ...(price === undefined ? {} : { price }),
  };
}

const hasProblem = (problem: LineProblem): boolean => Object.keys(problem).length > 0;

/** Errors of the draft by the rules of the contract; undefined if it can be sent. */
export function problemsOf(draft: SaleDraft): SaleProblems | undefined {
  const lines = draft.cart.lines.map((line) => problemOf(draft, line));
  if (lines.some(hasProblem)) return { lines };
  const body = saleBody(draft.cart, draft.paymentMethod);
  const form = RecordSaleRequest.safeParse(body).error?.issues[0]?.message;
  return form === undefined ? undefined : { form, lines };
}

/** Undefined while the quantity field holds no valid number. */
const unitsOf = (draft: SaleDraft, line: CartLine): number | undefined =>
  problemOf(draft, line).quantity === undefined ? line.quantity / line.perUnit : undefined;

/** Undefined while a field of the line holds no valid number. */
export const lineMinor = (draft: SaleDraft, line: CartLine, tax?: CartTax): number | undefined =>
  hasProblem(problemOf(draft, line))
    ? undefined
    : sumsOf({ ...draft.cart, lines: [line] }, tax)?.totalMinor;

/** With the tax that is not in the prices. */
export const totalMinor = (draft: SaleDraft, tax?: CartTax): number =>
  draft.cart.lines.reduce((sum, line) => sum + (lineMinor(draft, line, tax) ?? 0), 0);

export const totalUnits = (draft: SaleDraft): number =>
  draft.cart.lines.reduce((sum, line) => sum + (unitsOf(draft, line) ?? 0), 0);
