import type { Random } from "#tests/kit/builders/random.ts";

// What happens in a shop with three tills, an act every three seconds, with numbers instead of ids.

export const PRODUCTS = ["Milo", "Sugar", "Gari", "Rice", "Sardines", "Soap", "Oil", "Tea"];
export const CUSTOMERS = ["Adjoa", "Baaba", "Dede", "Efua"];
export const TILLS = [0, 1, 2] as const;
export type TillIndex = (typeof TILLS)[number];

const FIRST_PRICE_MINOR = 450;
const PRICE_STEP_MINOR = 10;
export const FIRST_RATE_BP = 2_000;
const RATE_STEP_BP = 25;
/** More than any stock that the sales leave, so that every count is an event. */
const FIRST_COUNT = 100_000;

/** A line as the till knew it. A product or customer after the last one is unknown to the server. */
export type Sold = Readonly<{
  product: number;
  quantity: number;
  listMinor: number;
  unitMinor: number;
  discountMinor: number;
}>;

export type TillSale = Readonly<{
  is: "sale";
  till: TillIndex;
  person: "owner" | "cashier";
  sold: readonly Sold[];
  customer?: number;
  pays: "cash" | "mobile_money" | "both";
  /** By the data that the till has. */
  rateBp: number;
  isExclusive: boolean;
  /** Its sums add up, but are not those of the server's rules. */
  isOff: boolean;
}>;

export type Step =
  | TillSale
  /** The till downloads prices and rate. */
  | Readonly<{ is: "download"; till: TillIndex }>
  /** A sale through the server's own register. */
  | Readonly<{ is: "online"; product: number; quantity: number; priceMinor: number }>
  | Readonly<{ is: "count"; product: number; to: number }>
  | Readonly<{ is: "price"; product: number; minor: number }>
  | Readonly<{ is: "deletion"; product: number }>
  | Readonly<{ is: "erasure"; customer: number }>
  | Readonly<{ is: "tax"; rateBp: number }>
  /** Of the sale that is this step. The till delivers it first. */
  | Readonly<{ is: "void"; sale: number }>;

type Data = Readonly<{ prices: readonly number[]; rateBp: number }>;

/**
 * So many sales of each till, and what the owner does in between. Two things are left out, because
 * today they do depend on the order of delivery: a price, rate or right that comes back after it had
 * changed, and the void of a sale whose product was counted after it was sold.
 */
export function imagine(random: Random, salesOfTill: number): Step[] {
  const below = (n: number): number => Math.floor(random() * n);
  const prices = PRODUCTS.map(() => FIRST_PRICE_MINOR);
  const now = { rateBp: FIRST_RATE_BP, changes: 0 };
  const data: Data[] = TILLS.map(() => ({ prices: [...prices], rateBp: now.rateBp }));
  const left = TILLS.map(() => salesOfTill);
  const deleted = new Set<number>();
  const erased = new Set<number>();
  const counted = new Map<number, number>();
  const voidable = new Set<number>();
  const steps: Step[] = [];

  const sell = (till: TillIndex): Step => {
    const { prices: known, rateBp } = data[till] ?? { prices, rateBp: now.rateBp };
    const sold = Array.from({ length: 1 + below(4) }, (): Sold => {
      const product = below(PRODUCTS.length + 1);
      const listMinor = known[product] ?? FIRST_PRICE_MINOR;
      const quantity = 1 + below(4);
      const what = random();
      const unitMinor = what < 0.06 ? listMinor - 50 : listMinor;
      const discountMinor = what > 0.95 ? 20 : 0;
      return { product, quantity, listMinor, unitMinor, discountMinor };
    });
    left[till] = (left[till] ?? 0) - 1;
    const pays = (["cash", "mobile_money", "both"] as const)[below(3)] ?? "cash";
    return {
      is: "sale",
      till,
      person: random() < 0.5 ? "owner" : "cashier",
      sold,
      ...(random() < 0.3 ? { customer: below(CUSTOMERS.length + 1) } : {}),
      pays,
      rateBp,
      isExclusive: random() < 0.2,
      isOff: random() < 0.03,
    };
  };

  /** What the owner does; undefined if it is not possible now. */
  const rule = (at: number): Step | undefined => {
    const [what, product] = [random(), below(PRODUCTS.length)];
    const isThere = !deleted.has(product);
    if (what < 0.2) {
      const quantity = 1 + below(3);
      const priceMinor = prices[product] ?? FIRST_PRICE_MINOR;
      return isThere ? { is: "online", product, quantity, priceMinor } : undefined;
    }
    if (what < 0.4) {
      if (!isThere) return undefined;
      counted.set(product, at);
      return { is: "count", product, to: FIRST_COUNT + 100 * at };
    }
    if (what < 0.6) {
      if (!isThere) return undefined;
      now.changes += 1;
      const minor = FIRST_PRICE_MINOR + PRICE_STEP_MINOR * now.changes;
      prices[product] = minor;
      return { is: "price", product, minor };
    }
    if (what < 0.82) {
      const sale = [...voidable].filter((each) => mayVoid(steps[each], counted, each))[below(20)];
      if (sale === undefined) return undefined;
      voidable.delete(sale);
      return { is: "void", sale };
    }
    if (what < 0.88) {
      // Half of them stay.
      if (!isThere || deleted.size >= PRODUCTS.length / 2) return undefined;
      deleted.add(product);
      return { is: "deletion", product };
    }
    if (what < 0.94) {
      const customer = below(CUSTOMERS.length);
      if (erased.has(customer)) return undefined;
      erased.add(customer);
      return { is: "erasure", customer };
    }
    now.rateBp += RATE_STEP_BP;
    return { is: "tax", rateBp: now.rateBp };
  };

  while (left.some((count) => count > 0)) {
    const till = TILLS[below(TILLS.length)] ?? 0;
    const what = random();
    if (what < 0.25) {
      const ruled = rule(steps.length);
      if (ruled?.is === "online") voidable.add(steps.length);
      if (ruled) steps.push(ruled);
    } else if (what < 0.32) {
      data[till] = { prices: [...prices], rateBp: now.rateBp };
      steps.push({ is: "download", till });
    } else if ((left[till] ?? 0) > 0) {
      voidable.add(steps.length);
      steps.push(sell(till));
    }
  }
  return steps;
}

const mayVoid = (
  sale: Step | undefined,
  counted: ReadonlyMap<number, number>,
  at: number,
): boolean =>
  sale?.is === "online" ||
  (sale?.is === "sale" && sale.sold.every(({ product }) => (counted.get(product) ?? -1) < at));
