import type { PaymentMethod } from "#kernel/contract/api/sale.ts";

import type { DemoShop } from "./catalogue.ts";

/** Lines are indexes into the shop's products, `customer` into its customers. */
export type ImaginedSale = Readonly<{
  occurredMs: number;
  lines: readonly Readonly<{ product: number; quantity: number }>[];
  customer: number | undefined;
  method: PaymentMethod;
}>;

const DAY_MS = 86_400_000;
const DAYS = 92;
const OPENS_H = 7;
const OPEN_HOURS = 13;
/** Monday to Sunday: Saturday is market day. */
const WEEK = [0.9, 0.85, 0.95, 1, 1.2, 1.5, 0.5];

/** About three months of sales up to `nowMs`, oldest first; the same seed gives the same sales. */
export function imagineSales(shop: DemoShop, nowMs: number, seed: number): ImaginedSale[] {
  const random = mulberry32(seed);
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const sales: ImaginedSale[] = [];
  for (let day = DAYS; day >= 0; day--) {
    const startMs = midnight - day * DAY_MS;
    const weekday = (new Date(startMs).getUTCDay() + 6) % 7;
    // Sales grow a little over the months.
    const growth = 0.8 + (0.4 * (DAYS - day)) / DAYS;
    const count = Math.round(
      shop.salesADay * (WEEK[weekday] ?? 1) * growth * (0.7 + 0.6 * random()),
    );
    for (let n = 0; n < count; n++) {
      const occurredMs = startMs + Math.floor((OPENS_H + OPEN_HOURS * random()) * 3_600_000);
      const sale = imagineSale(shop, occurredMs, random);
      if (occurredMs < nowMs) sales.push(sale);
    }
  }
  return sales.toSorted((a, b) => a.occurredMs - b.occurredMs);
}

function imagineSale(shop: DemoShop, occurredMs: number, random: () => number): ImaginedSale {
  const lines = new Map<number, number>();
  const different = 1 + Math.floor(random() * random() * 5);
  for (let n = 0; n < different; n++) {
    const product = pickWeighted(shop.products, random());
    lines.set(product, 1 + Math.floor(random() * random() * 4));
  }
  return {
    occurredMs,
    lines: [...lines].map(([product, quantity]) => ({ product, quantity })),
    customer: random() < 0.35 ? Math.floor(random() * shop.customers.length) : undefined,
    method: shop.methods[Math.floor(random() * shop.methods.length)] ?? "cash",
  };
}

function pickWeighted(products: readonly { weight: number }[], random: number): number {
  let left = random * products.reduce((sum, { weight }) => sum + weight, 0);
  const index = products.findIndex(({ weight }) => (left -= weight) < 0);
  return Math.max(index, 0);
}

/** A small seeded generator: demo data must be the same everywhere, not unpredictable. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
