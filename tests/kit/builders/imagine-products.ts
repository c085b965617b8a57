import type { ProductAdded } from "#kernel/contract/events/product.ts";
import { products } from "#projector/projections/stock/products.ts";
import type { Json } from "#projector/projections/table.ts";
import { openPlainly } from "#tests/kit/fakes/open-plainly.ts";

import { productId } from "./fixed-ids.ts";
import { miloAdded } from "./product-events.ts";
import { createRandom, type Random } from "./random.ts";
import { recorded } from "./recorded.ts";

const FROM_MS = Date.parse("2026-01-01T00:00:00Z");
const SPAN_MS = 90 * 86_400_000;
const MOST_MINOR = 999_999_999;
const MOST_STOCK = 2_147_483_647;

/** Texts that JSON escapes, and those that it must leave as they are. */
const PIECES = [
  '"',
  "\\",
  "/",
  "\n",
  "\t",
  "é",
  "Ọ̀",
  "₵",
  "🍲",
  "<b>",
  "'",
  "\u2028",
  " ",
  "A",
  "b",
];

type Row = Readonly<Record<string, Json>>;

/** Rows of products as their projection writes them: any names, prices, stocks and units, some archived. */
export function imagineProducts(count: number, seed: number): Row[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, n) => {
    const { type, data } = miloAdded({ productId: productId(n + 1), ...imagineDetails(random) });
    const occurredMs = FROM_MS + below(random, SPAN_MS);
    const envelope = { occurredMs, recordedMs: occurredMs + below(random, 5_000) };
    const [change] = products.changes(recorded(type, data, envelope), openPlainly);
    const row: Record<string, Json> = { ...change?.key };
    for (const [column, value] of Object.entries(change?.values ?? {})) row[column] = value ?? null;
    return {
      ...row,
      // As if it was sold since.
      stock: below(random, 2) === 0 ? signed(random, MOST_STOCK) : signed(random, 50),
      version: 1 + below(random, 1_000),
      archived: random() < 0.2,
    };
  });
}

const imagineDetails = (random: Random): Omit<ProductAdded["data"], "productId" | "currency"> => ({
  name: imagineText(random),
  priceMinor: imagineMinor(random),
  openingStock: below(random, 1_000),
  ...(random() < 0.5 && { description: imagineText(random) }),
  ...(random() < 0.5 && { sku: imagineText(random) }),
  ...(random() < 0.5 && { category: imagineText(random) }),
  ...(random() < 0.5 && {
    barcodes: Array.from({ length: below(random, 4) }, () => imagineText(random)),
  }),
  ...(random() < 0.4 && {
    unit: { name: imagineText(random), perUnit: 1 + below(random, 10 ** (1 + below(random, 6))) },
  }),
  ...(random() < 0.5 && { costMinor: imagineMinor(random) }),
  ...(random() < 0.2 && { tracksStock: random() < 0.2 }),
  ...(random() < 0.2 && { taxCategory: random() < 0.5 ? ("zero" as const) : ("exempt" as const) }),
  ...(random() < 0.5 && { reorderPoint: below(random, 10 ** (1 + below(random, 9))) }),
});

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

const signed = (random: Random, most: number): number => below(random, 2 * most) - most;

/** Small amounts, whole ones, and the largest. */
const imagineMinor = (random: Random): number =>
  [below(random, 100), 100 * below(random, 1_000), below(random, 100_000), MOST_MINOR][
    below(random, 4)
  ] ?? 0;

export const imagineText = (random: Random): string =>
  Array.from({ length: 1 + below(random, 9) }, () => PIECES[below(random, PIECES.length)]).join("");
