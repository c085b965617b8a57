import { texts } from "#kernel/contract/texts.ts";
import { stockLevel, stockText } from "#web/format/counts.ts";

/** The part of a product that says what is in stock. */
type Stocked = Readonly<{ stock: number; track_stock?: boolean | undefined }>;

/** Whether the stock of a product is counted. */
export const isCounted = ({ track_stock: isTracked }: Omit<Stocked, "stock">): boolean =>
  isTracked !== false;

/** Undefined if it is not counted. */
export const levelOf = (product: Stocked): ReturnType<typeof stockLevel> | undefined =>
  isCounted(product) ? stockLevel(product.stock) : undefined;

export const stockOf = (product: Stocked): string =>
  isCounted(product) ? stockText(product.stock) : "Not counted";

/** Names of the bands, used where the count is shown beside them. */
export const LEVEL_WORDS = {
  out: texts.stock.out,
  low: "Low",
  medium: "Medium",
  good: "Well stocked",
} as const satisfies Record<ReturnType<typeof stockLevel>, string>;

type Listed = Stocked & Readonly<{ name: string }>;

/** The lowest stock first, and last what is not counted. */
export const byStock = (one: Listed, other: Listed): number =>
  Number(isCounted(other)) - Number(isCounted(one)) ||
  one.stock - other.stock ||
  one.name.localeCompare(other.name);
