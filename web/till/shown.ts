import type { TillProduct } from "#kernel/contract/api/till/changes.ts";
import { today } from "#web/format/days.ts";
import { zonedMs } from "#web/format/times.ts";

import type { SaleRow, TillRow } from "./rows.ts";
import type { OwnSale, TillData, TillNow, TillPhase } from "./till-now.ts";

const DAY_MS = 86_400_000;
/** A clock that is less wrong than this is not worth a word. */
const WORTH_SAYING_MS = 2 * 60_000;

/** What the page has in memory of the till. */
export type Memory = Readonly<{
  till: TillRow | undefined;
  data: TillData | undefined;
  /** The customers were forgotten. */
  isPartial?: boolean | undefined;
  /** Today's, unsent ones, those set aside, and those that the data do not contain yet. */
  sales: ReadonlyMap<string, SaleRow>;
  toSend: number;
  sent: number;
  isPersistent?: boolean | undefined;
  problem?: TillNow["problem"] | undefined;
}>;

export const EMPTY: Memory = {
  till: undefined,
  data: undefined,
  sales: new Map(),
  toSend: 0,
  sent: 0,
};

export function phaseOf({ till, data }: Pick<Memory, "till" | "data">, nowMs: number): TillPhase {
  if (till === undefined || till.state === "new") return "none";
  if (till.state !== "active") return till.state;
  if (till.isCopied === true) return "copied";
  const { lastContactMs = nowMs } = till;
  const isExpired = data && nowMs - lastContactMs > data.settings.offlineDays * DAY_MS;
  return isExpired === true ? "expired" : "active";
}

/** When the day began in the shop. */
export function dayStartMs(data: TillData | undefined, nowMs: number): number {
  const zone = data?.settings.timezone;
  return zonedMs(today(zone, nowMs), "00:00", zone);
}

export const toOwnSale = ({
  entry,
  receipt,
  cart,
  parts,
  token,
  state,
  reason,
}: SaleRow): OwnSale => ({
  entry,
  receipt,
  cart,
  parts: parts.map(({ method, amountMinor, givenMinor, reference }) => ({
    method,
    amountMinor,
    ...(givenMinor === undefined ? {} : { givenMinor }),
    ...(reference === undefined ? {} : { reference }),
  })),
  ...(token === undefined ? {} : { token }),
  state,
  ...(reason === undefined ? {} : { reason }),
});

export function toTillNow(memory: Memory, nowMs: number): TillNow {
  const { till, data, sales, toSend, sent, isPersistent, problem } = memory;
  const { number, lastContactMs, offsetMs = 0 } = till ?? {};
  const startMs = dayStartMs(data, nowMs);
  const isShown = ({ state, entry }: SaleRow): boolean => state !== "sent" || entry.at >= startMs;
  const shown = [...sales.values()].filter(isShown);
  return {
    isReady: true,
    phase: phaseOf(memory, nowMs),
    ...(number === undefined ? {} : { number }),
    ...(till === undefined ? {} : { name: till.name }),
    ...(isPersistent === undefined ? {} : { isPersistent }),
    ...(Math.abs(offsetMs) > WORTH_SAYING_MS ? { clockOffMs: -offsetMs } : {}),
    ...(lastContactMs === undefined ? {} : { lastContactMs }),
    ...(data ? { data: { ...data, products: productsLeft(data, sales.values()) } } : {}),
    toSend,
    sent,
    sales: shown.toSorted(newestFirst).map(toOwnSale),
    ...(problem === undefined ? {} : { problem }),
  };
}

const newestFirst = (a: SaleRow, b: SaleRow): number =>
  b.generation - a.generation || b.entry.seq - a.entry.seq;

/** What the data do not contain yet: unsent sales, and those that the server got after them. */
const isMissingIn = (seq: number, { state, logSeq = 0 }: SaleRow): boolean =>
  state === "to-send" || (state === "sent" && logSeq > seq);

/** Products with the stock that is left after the till's own sales. */
export function productsLeft(
  { seq, products }: Pick<TillData, "seq" | "products">,
  sales: Iterable<SaleRow>,
): readonly TillProduct[] {
  const sold = new Map<string, number>();
  for (const sale of sales) {
    if (!isMissingIn(seq, sale)) continue;
    for (const { productId, quantity } of sale.entry.body.lines) {
      sold.set(productId, (sold.get(productId) ?? 0) + quantity);
    }
  }
  if (sold.size === 0) return products;
  return products.map((product) => {
    const quantity = sold.get(product.id);
    return quantity === undefined ? product : { ...product, stock: product.stock - quantity };
  });
}
