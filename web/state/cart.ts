import * as z from "zod/mini";

import { type ProductItem, TaxCategory } from "#kernel/contract/api/product.ts";
import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { countUnits, sumCart } from "#kernel/contract/cart.ts";
import type { CartSums } from "#kernel/contract/cart.ts";
import type { TaxMode } from "#kernel/contract/choices.ts";
import { MAX_QUANTITY } from "#kernel/contract/money.ts";

import { CartDiscount, discountsOf } from "./cart-discount.ts";

// The cart of the sell screen and of the New Sale dialog.

export const CartLine = z.object({
  productId: z.string(),
  name: z.string(),
  /** Per whole unit. */
  unitPriceMinor: z.int(),
  /** The product's own price; the cashier may have entered another one. */
  listPriceMinor: z.int(),
  /** In parts of the sale unit; 1 part per unit for products that are only sold whole. */
  quantity: z.int(),
  perUnit: z.int(),
  unit: z.nullable(z.string()),
  /** In parts, like the quantity. */
  stock: z.int(),
  /** Off the whole line. */
  discount: z.optional(CartDiscount),
  /** An amount without a product. */
  open: z.optional(z.boolean()),
  /** Absent: the standard rate. */
  taxCategory: z.optional(TaxCategory),
});
export type CartLine = z.infer<typeof CartLine>;

const CartCustomer = z.object({ id: z.string(), name: z.string() });
export type CartCustomer = z.infer<typeof CartCustomer>;

/** One payment towards the total. `givenMinor` is the cash handed over where it was more than the amount. */
export const Tender = z.object({
  method: PaymentMethod,
  amountMinor: z.int(),
  givenMinor: z.optional(z.int()),
  reference: z.optional(z.string()),
});
export type Tender = Readonly<z.infer<typeof Tender>>;

export const Cart = z.object({
  lines: z.array(CartLine),
  /** The key of the line that changed last. */
  newest: z.nullable(z.string()),
  /** Null for a walk-in customer. */
  customer: z.nullable(CartCustomer),
  /** Printed on the receipt. */
  note: z.optional(z.string()),
  /** Off what the lines leave, spread over them. */
  discount: z.optional(CartDiscount),
  /** By which a parked cart is found. */
  name: z.optional(z.string()),
  /** Part payments that were taken already. */
  taken: z.optional(z.array(Tender)),
});
export type Cart = z.infer<typeof Cart>;

export const emptyCart: Cart = { lines: [], newest: null, customer: null };

/** A chosen customer alone is worth keeping. */
export const isEmptyCart = ({ lines, customer }: Cart): boolean =>
  lines.length === 0 && customer === null;

export type Sellable = Pick<
  ProductItem,
  "id" | "name" | "stock_exact" | "unit" | "tax_category"
> & {
  priceMinor: number;
  open?: true;
};

/** The sell screen shows the newest line first, the New Sale dialog shows it last. */
type Place = "first" | "last";

export type CartAction =
  | { type: "added"; product: Sellable; units: number; place?: Place }
  | { type: "counted"; key: string; quantity: number }
  | { type: "priced"; key: string; unitPriceMinor: number }
  /** Off a line, or off the whole cart. */
  | { type: "discounted"; key?: string | undefined; discount: CartDiscount | undefined }
  | { type: "customerChosen"; customer: CartCustomer | null }
  | { type: "noted"; note: string }
  | { type: "emptied" }
  | { type: "taken"; taken: readonly Tender[] };

export function reduceCart(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case "added":
      return addProduct(cart, action.product, action.units, action.place);
    case "counted":
      return setQuantity(cart, action.key, action.quantity);
    case "priced":
      return setPrice(cart, action.key, action.unitPriceMinor);
    case "discounted":
      return setDiscount(cart, action.key, action.discount);
    case "customerChosen":
      return { ...cart, customer: action.customer };
    case "noted":
      return withNote(cart, action.note.trim());
    case "emptied":
      return emptyCart;
    case "taken":
      return { ...cart, taken: [...action.taken] };
  }
}

function withNote({ note: _, ...cart }: Cart, note: string): Cart {
  return note === "" ? cart : { ...cart, note };
}

/** One product at one price is one line; amounts without a product differ by their names. */
export const keyOf = ({ productId, unitPriceMinor, open, name }: CartLine): string =>
  `${productId}@${unitPriceMinor}${open === true ? `@${name}` : ""}`;

const atMost = (quantity: number): number => Math.min(quantity, MAX_QUANTITY);

function lineOf(product: Sellable, units: number): CartLine {
  const { id, name, priceMinor, stock_exact: stock, unit, open } = product;
  const perUnit = unit?.per_unit ?? 1;
  return {
    productId: id,
    name,
    unitPriceMinor: priceMinor,
    listPriceMinor: priceMinor,
    quantity: atMost(units * perUnit),
    perUnit,
    unit: perUnit > 1 ? (unit?.name ?? null) : null,
    stock,
    ...(open && { open }),
    taxCategory: product.tax_category,
  };
}

/** Adding a product again raises its quantity and moves its line. */
export function addProduct(cart: Cart, product: Sellable, units = 1, place: Place = "first"): Cart {
  const fresh = lineOf(product, units);
  const newest = keyOf(fresh);
  const known = cart.lines.find((line) => keyOf(line) === newest);
  const { quantity: before = 0, discount } = known ?? {};
  const added = { ...fresh, quantity: atMost(before + fresh.quantity), discount };
  const rest = cart.lines.filter((line) => line !== known);
  return { ...cart, newest, lines: place === "first" ? [added, ...rest] : [...rest, added] };
}

/**
 * The line keeps its place, so that repeated taps hit the same line. A quantity of 0 removes it.
 */
export function setQuantity(cart: Cart, key: string, quantity: number): Cart {
  if (quantity <= 0) return { ...cart, lines: cart.lines.filter((line) => keyOf(line) !== key) };
  return {
    ...cart,
    lines: cart.lines.map((line) =>
      keyOf(line) === key ? { ...line, quantity: atMost(quantity) } : line,
    ),
  };
}

/** Two lines of a product with the same price become one. */
export function setPrice(cart: Cart, key: string, unitPriceMinor: number): Cart {
  const line = cart.lines.find((each) => keyOf(each) === key);
  if (line === undefined || line.unitPriceMinor === unitPriceMinor) return cart;
  // What has no product has no other price than the one that is entered.
  const listPriceMinor = line.open === true ? unitPriceMinor : line.listPriceMinor;
  const priced = { ...line, unitPriceMinor, listPriceMinor };
  const newest = keyOf(priced);
  const same = cart.lines.find((each) => keyOf(each) === newest);
  const quantity = atMost(line.quantity + (same?.quantity ?? 0));
  const merged = { ...priced, quantity, discount: line.discount ?? same?.discount };
  return {
    ...cart,
    newest,
    lines: cart.lines
      .filter((each) => each !== same)
      .map((each) => (each === line ? merged : each)),
  };
}

function setDiscount(
  cart: Cart,
  key: string | undefined,
  discount: CartDiscount | undefined,
): Cart {
  if (key === undefined) return { ...cart, discount };
  return {
    ...cart,
    lines: cart.lines.map((line) => (keyOf(line) === key ? { ...line, discount } : line)),
  };
}

/** Takes over the current names, stock, tax and prices; a price that the cashier entered stays. */
export function refresh(cart: Cart, productOf: (id: string) => Sellable | undefined): Cart {
  const lines = mergeEqual(cart.lines.map((line) => refreshed(line, productOf(line.productId))));
  if (isSame(lines, cart.lines)) return cart;
  const touched = cart.lines.find((line) => keyOf(line) === cart.newest);
  const newest = touched && keyOf(refreshed(touched, productOf(touched.productId)));
  return { ...cart, lines, newest: newest ?? null };
}

function refreshed(line: CartLine, product: Sellable | undefined): CartLine {
  if (product === undefined) return line;
  const { name, priceMinor, stock_exact: stock, tax_category: taxCategory } = product;
  const isEntered = line.unitPriceMinor !== line.listPriceMinor;
  const unitPriceMinor = isEntered ? line.unitPriceMinor : priceMinor;
  return { ...line, name, stock, listPriceMinor: priceMinor, unitPriceMinor, taxCategory };
}

function mergeEqual(lines: readonly CartLine[]): CartLine[] {
  const byKey = new Map<string, CartLine>();
  for (const line of lines) {
    const same = byKey.get(keyOf(line));
    const quantity = atMost(line.quantity + (same?.quantity ?? 0));
    const discount = same?.discount ?? line.discount;
    byKey.set(keyOf(line), { ...(same ?? line), quantity, discount });
  }
  return [...byKey.values()];
}

const isSame = (some: readonly CartLine[], others: readonly CartLine[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others);

/** How the prices of a cart are taxed. Without it they are summed as they are. */
export type CartTax = Readonly<{ taxRateBp: number; taxMode?: TaxMode | undefined }>;

/** The same arithmetic as on the server. Undefined above the largest total a sale may have. */
export function sumsOf(cart: Cart, tax: CartTax = { taxRateBp: 0 }): CartSums | undefined {
  const sums = sumCart({ items: cart.lines, discounts: discountsOf(cart), ...tax });
  return typeof sums === "string" ? undefined : sums;
}

export const itemsOf = ({ lines }: Cart): number =>
  countUnits(
    lines.map(({ quantity, perUnit }) => (perUnit > 1 ? { quantity, perUnit } : { quantity })),
  );

/** How much of each product is in the cart, in sale units. */
export function unitsInCart({ lines }: Cart): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { productId, quantity, perUnit } of lines) {
    units.set(productId, (units.get(productId) ?? 0) + quantity / perUnit);
  }
  return units;
}

const TYPED = /^(\d{1,7})(?:\.(\d{1,3}))?$/;
const THOUSAND = 1_000;

/** Reads "2" or "2.5" units as parts. Undefined if that is not a whole number of parts. */
export function partsOf(text: string, perUnit: number): number | undefined {
  const match = TYPED.exec(text.trim());
  if (match === null) return undefined;
  const [, whole = "", fraction = ""] = match;
  const thousandths = Number(whole) * THOUSAND + Number(fraction.padEnd(3, "0"));
  const parts = (thousandths * perUnit) / THOUSAND;
  return Number.isInteger(parts) && parts >= 1 && parts <= MAX_QUANTITY ? parts : undefined;
}

/** 250 parts of 100 per unit read "2.5". */
export const unitsText = (quantity: number, perUnit: number): string =>
  (quantity / perUnit).toLocaleString("en-GH", { maximumFractionDigits: 3 });

/** For an input field: without thousands separators. */
export const unitsTyped = (quantity: number, perUnit: number): string =>
  String(Math.round((quantity / perUnit) * THOUSAND) / THOUSAND);
