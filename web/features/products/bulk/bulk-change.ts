import { type BulkChangeRequest, MOST_CHANGED } from "#kernel/contract/api/bulk-change.ts";
import { ReorderPointInput } from "#kernel/contract/api/fields.ts";
import {
  type Currency,
  formatMoney,
  halfUp,
  MAX_PRICE_MINOR,
  parseMinor,
  toDecimalText,
} from "#kernel/contract/money.ts";
import type { Product } from "#web/api/products.ts";
import { typedAmount } from "#web/format/money.ts";
import { isCounted } from "#web/parts/stock/counted.ts";

// What is typed in the dialog, and what becomes of each chosen product. Prices are pesewas.

/** Restoring is the undo of a deletion, and not chosen in the dialog. */
type Chosen = Exclude<BulkChangeRequest, { change: "restore" }>;
export type Kind = Chosen["change"];

export type Typed = Readonly<{
  change: Kind;
  category: string;
  level: string;
  direction: "up" | "down";
  unit: "percent" | "amount";
  by: string;
  /** In pesewas; 1: not rounded. */
  step: string;
}>;

export const EMPTY: Typed = {
  change: "price",
  category: "",
  level: "",
  direction: "up",
  unit: "percent",
  by: "",
  step: "1",
};

export const STEPS = [
  { value: "1", label: "Not rounded" },
  { value: "5", label: "To 0.05" },
  { value: "10", label: "To 0.10" },
  { value: "100", label: "To 1.00" },
] as const;

/** A product with what it is before and after, in words. */
type Example = Readonly<{ id: string; name: string; before: string; after: string }>;

export type Planned = Readonly<{
  request: Chosen;
  /** Of those that become something else. */
  examples: readonly Example[];
}>;

/** What is typed is wrong: `field` says where, unless a product is the reason. */
export type Wrong = Readonly<{ wrong: string; field?: "by" | "level" | "category" }>;

export const MOST_EXAMPLES = 3;

export function plan(
  typed: Typed,
  chosen: readonly Product[],
  currency: Currency,
): Planned | Wrong {
  if (chosen.length === 0) return { wrong: "Choose at least one product." };
  if (chosen.length > MOST_CHANGED) return { wrong: `Choose at most ${MOST_CHANGED} products.` };
  const planned = planOf(typed, chosen, currency);
  if ("wrong" in planned || planned.examples.length > 0) return planned;
  return { wrong: "The chosen products are like this already." };
}

function planOf(typed: Typed, chosen: readonly Product[], currency: Currency): Planned | Wrong {
  switch (typed.change) {
    case "price":
      return planPrices(typed, chosen, currency);
    case "category":
      return planCategory(typed, chosen);
    case "reorder-point":
      return planLevel(typed, chosen);
    case "delete":
      return {
        request: { change: "delete", products: chosen.map(asShown) },
        examples: chosen.map((product) => example(product, "in the list", "deleted")),
      };
  }
}

const asShown = ({ id, version }: Product) => ({ id, version });

const example = ({ id, name }: Product, before: string, after: string): Example => ({
  id,
  name,
  before,
  after,
});

const CATEGORY_LENGTH = 100;

function planCategory({ category: typed }: Typed, chosen: readonly Product[]): Planned | Wrong {
  const category = typed.trim() === "" ? null : typed.trim();
  if (category !== null && category.length > CATEGORY_LENGTH) {
    return { wrong: `Must have at most ${CATEGORY_LENGTH} characters`, field: "category" };
  }
  const nameOf = (name: string | null) => name ?? "no category";
  return {
    request: { change: "category", category, products: chosen.map(asShown) },
    examples: chosen
      .filter((product) => product.category !== category)
      .map((product) => example(product, nameOf(product.category), nameOf(category))),
  };
}

function planLevel({ level }: Typed, chosen: readonly Product[]): Planned | Wrong {
  const parsed = level.trim() === "" ? undefined : ReorderPointInput.safeParse(level);
  if (parsed?.success === false) {
    return { wrong: parsed.error.issues[0]?.message ?? "", field: "level" };
  }
  const uncounted = chosen.find((product) => !isCounted(product));
  if (uncounted && parsed) return { wrong: `The stock of ${uncounted.name} is not counted.` };
  const point = parsed?.data ?? null;
  const nameOf = (at: number | null) => (at === null ? "the shop's level" : `below ${at}`);
  return {
    request: { change: "reorder-point", reorder_point: point, products: chosen.map(asShown) },
    examples: chosen
      .filter((product) => product.reorder_point !== point)
      .map((product) => example(product, nameOf(product.reorder_point), nameOf(point))),
  };
}

function planPrices(typed: Typed, chosen: readonly Product[], currency: Currency): Planned | Wrong {
  // Both have two decimals: an amount in pesewas, or hundredths of a percent.
  const by = parseMinor(typedAmount(typed.by));
  if (by === undefined || by <= 0) {
    const what = typed.unit === "percent" ? "a percentage like 7.5" : "an amount like 12.50";
    return { wrong: `Enter ${what}`, field: "by" };
  }
  const priced = chosen.map((product) => ({
    product,
    // What is free stays free.
    priceMinor: product.priceMinor === 0 ? 0 : priceAfter(product.priceMinor, { ...typed, by }),
  }));
  const low = priced.find(({ product, priceMinor }) => priceMinor <= 0 && product.priceMinor > 0);
  if (low) return { wrong: `The price of ${low.product.name} would be 0 or less.`, field: "by" };
  const high = priced.find(({ priceMinor }) => priceMinor > MAX_PRICE_MINOR);
  if (high) return { wrong: `The price of ${high.product.name} would be too high.`, field: "by" };
  return {
    request: {
      change: "price",
      products: priced.map(({ product, priceMinor }) => ({
        ...asShown(product),
        price: priceMinor,
      })),
    },
    examples: priced
      .filter(({ product, priceMinor }) => product.priceMinor !== priceMinor)
      .map(({ product, priceMinor }) =>
        example(
          product,
          formatMoney(product.priceMinor, currency),
          formatMoney(priceMinor, currency),
        ),
      ),
  };
}

const WHOLE_BP = 10_000n;

/** Rounded half up to the step, all in whole pesewas. */
export function priceAfter(
  priceMinor: number,
  { direction, unit, by, step }: Pick<Typed, "direction" | "unit" | "step"> & { by: number },
): number {
  const sign = direction === "up" ? 1n : -1n;
  const [price, change, to] = [BigInt(priceMinor), sign * BigInt(by), BigInt(step)];
  const exact = unit === "percent" ? price * (WHOLE_BP + change) : (price + change) * WHOLE_BP;
  if (exact <= 0n) return Number(exact / WHOLE_BP);
  return Number(halfUp(exact, WHOLE_BP * to) * to);
}

/** What restores the products that a request deleted, each as that deletion left it. */
export const restoring = ({ products }: Chosen): BulkChangeRequest => ({
  change: "restore",
  products: products.map(({ id, version }) => ({ id, version: version + 1 })),
});

/** The request as JSON: prices in cedis. */
export const toJson = (request: BulkChangeRequest): object =>
  request.change === "price"
    ? {
        ...request,
        products: request.products.map(({ price, ...of }) => ({
          ...of,
          price: toDecimalText(price),
        })),
      }
    : request;
