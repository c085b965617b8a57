import { today } from "#web/format/days.ts";
import { zonedMs } from "#web/format/times.ts";

import { productsLeft } from "./data.ts";
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
  isPersistent?: boolean | undefined;
  problem?: TillNow["problem"] | undefined;
}>;

export const EMPTY: Memory = { till: undefined, data: undefined, sales: new Map(), toSend: 0 };

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

export const toOwnSale = ({ entry, receipt, cart, parts, state, reason }: SaleRow): OwnSale => ({
  entry,
  receipt,
  cart,
  parts: parts.map(({ method, amountMinor, givenMinor, reference }) => ({
    method,
    amountMinor,
    ...(givenMinor === undefined ? {} : { givenMinor }),
    ...(reference === undefined ? {} : { reference }),
  })),
  state,
  ...(reason === undefined ? {} : { reason }),
});

export function toTillNow(memory: Memory, nowMs: number): TillNow {
  const { till, data, sales, toSend, isPersistent, problem } = memory;
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
    sales: shown.toSorted(newestFirst).map(toOwnSale),
    ...(problem === undefined ? {} : { problem }),
  };
}

const newestFirst = (a: SaleRow, b: SaleRow): number =>
  b.generation - a.generation || b.entry.seq - a.entry.seq;
