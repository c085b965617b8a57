import * as z from "zod/mini";

import { countItems, sumCart, type CartSums } from "#kernel/contract/cart.ts";
import { MAX_QUANTITY } from "#kernel/contract/money.ts";
import type { Product } from "#web/api/products.ts";

export const CartLine = z.object({
  productId: z.string(),
  name: z.string(),
  unitPriceMinor: z.int(),
  listPriceMinor: z.int(),
  /** In parts of the sale unit, `perUnit` of which have the price; most products are sold whole: 1. */
  quantity: z.int(),
  perUnit: z.int(),
  unit: z.nullable(z.string()),
  stock: z.int(),
});
export type CartLine = z.infer<typeof CartLine>;

const CartCustomer = z.object({ id: z.string(), name: z.string() });
export type CartCustomer = z.infer<typeof CartCustomer>;

/** The newest line first. */
export const Cart = z.object({
  lines: z.array(CartLine),
  /** The key of the line that was touched last. */
  newest: z.nullable(z.string()),
  customer: z.nullable(CartCustomer),
});
export type Cart = z.infer<typeof Cart>;

export const emptyCart: Cart = { lines: [], newest: null, customer: null };

export type Sellable = Pick<Product, "id" | "name" | "priceMinor" | "stock_exact" | "unit">;

/** One product at one price is one line. */
export const keyOf = ({ productId, unitPriceMinor }: CartLine): string =>
  `${productId}@${unitPriceMinor}`;

const atMost = (quantity: number): number => Math.min(quantity, MAX_QUANTITY);

function lineOf({ id, name, priceMinor, stock_exact: stock, unit }: Sellable, units: number) {
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
  };
}

/** Picked again it counts more of it, and its line moves on top. */
export function addProduct(cart: Cart, product: Sellable, units = 1): Cart {
  const fresh = lineOf(product, units);
  const newest = keyOf(fresh);
  const known = cart.lines.find((line) => keyOf(line) === newest);
  const quantity = atMost((known?.quantity ?? 0) + fresh.quantity);
  const rest = cart.lines.filter((line) => line !== known);
  return { ...cart, newest, lines: [{ ...fresh, quantity }, ...rest] };
}

/** Where it is; nothing moves under a finger that counts. A quantity of 0 takes the line out. */
export function setQuantity(cart: Cart, key: string, quantity: number): Cart {
  if (quantity <= 0) return { ...cart, lines: cart.lines.filter((line) => keyOf(line) !== key) };
  return {
    ...cart,
    lines: cart.lines.map((line) =>
      keyOf(line) === key ? { ...line, quantity: atMost(quantity) } : line,
    ),
  };
}

/** Another price makes it another line, or more of the line that has that price. */
export function setPrice(cart: Cart, key: string, unitPriceMinor: number): Cart {
  const line = cart.lines.find((each) => keyOf(each) === key);
  if (line === undefined || line.unitPriceMinor === unitPriceMinor) return cart;
  const priced = { ...line, unitPriceMinor };
  const newest = keyOf(priced);
  const same = cart.lines.find((each) => keyOf(each) === newest);
  const merged = { ...priced, quantity: atMost(line.quantity + (same?.quantity ?? 0)) };
  return {
    ...cart,
    newest,
    lines: cart.lines
      .filter((each) => each !== same)
      .map((each) => (each === line ? merged : each)),
  };
}

/** Prices, names and stock as the shop has them now; a price that was given stays. */
export function refresh(cart: Cart, productOf: (id: string) => Sellable | undefined): Cart {
  const lines = mergeEqual(cart.lines.map((line) => refreshed(line, productOf(line.productId))));
  if (isSame(lines, cart.lines)) return cart;
  const touched = cart.lines.find((line) => keyOf(line) === cart.newest);
  const newest = touched && keyOf(refreshed(touched, productOf(touched.productId)));
  return { ...cart, lines, newest: newest ?? null };
}

function refreshed(line: CartLine, product: Sellable | undefined): CartLine {
  if (product === undefined) return line;
  const { name, priceMinor, stock_exact: stock } = product;
  const given = line.unitPriceMinor !== line.listPriceMinor;
  const unitPriceMinor = given ? line.unitPriceMinor : priceMinor;
  return { ...line, name, stock, listPriceMinor: priceMinor, unitPriceMinor };
}

/** Lines whose prices have met are one. */
function mergeEqual(lines: readonly CartLine[]): CartLine[] {
  const byKey = new Map<string, CartLine>();
  for (const line of lines) {
    const same = byKey.get(keyOf(line));
    const quantity = atMost(line.quantity + (same?.quantity ?? 0));
    byKey.set(keyOf(line), { ...(same ?? line), quantity });
  }
  return [...byKey.values()];
}

const isSame = (some: readonly CartLine[], others: readonly CartLine[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others);

/** By the very sums the server books; undefined where it is more than a sale may come to. */
export function sumsOf({ lines }: Cart, taxRateBp = 0): CartSums | undefined {
  const items = lines.map(({ perUnit, ...line }) => (perUnit > 1 ? { ...line, perUnit } : line));
  const sums = sumCart({ items, taxRateBp });
  return typeof sums === "string" ? undefined : sums;
}

export const itemsOf = ({ lines }: Cart): number =>
  countItems(
    lines.map(({ quantity, perUnit }) => (perUnit > 1 ? { quantity, perUnit } : { quantity })),
  );

/** How much of each product is in the cart, in its sale units. */
export function unitsInCart({ lines }: Cart): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { productId, quantity, perUnit } of lines) {
    units.set(productId, (units.get(productId) ?? 0) + quantity / perUnit);
  }
  return units;
}

const TYPED = /^(\d{1,7})(?:\.(\d{1,3}))?$/;
const THOUSAND = 1_000;

/** "2", or of what is sold in parts "2.5", as parts; undefined where the parts do not come out even. */
export function partsOf(text: string, perUnit: number): number | undefined {
  const match = TYPED.exec(text.trim());
  if (match === null) return undefined;
  const [, whole = "", fraction = ""] = match;
  const thousandths = Number(whole) * THOUSAND + Number(fraction.padEnd(3, "0"));
  const parts = (thousandths * perUnit) / THOUSAND;
  return Number.isInteger(parts) && parts >= 1 && parts <= MAX_QUANTITY ? parts : undefined;
}

/** Parts as people count them: 250 of 100 are "2.5". */
export const unitsText = (quantity: number, perUnit: number): string =>
  (quantity / perUnit).toLocaleString("en-GH", { maximumFractionDigits: 3 });

/** The same for a field: without the grouping. */
export const unitsTyped = (quantity: number, perUnit: number): string =>
  String(Math.round((quantity / perUnit) * THOUSAND) / THOUSAND);
