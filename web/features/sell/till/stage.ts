import { useCallback, useEffect, useState } from "react";

import type { Cart, Tender } from "#web/state/cart.ts";
import type { SaleOutcome } from "#web/sync/sale-outbox.ts";
import type { OwnSale } from "#web/till/till.ts";

/** `own`: recorded by the till of this device, whether or not the server has it yet. */
export type PaidOutcome = SaleOutcome | Readonly<{ state: "own"; sale: OwnSale }>;

import type { CartChange } from "./approval-needed.ts";

export type Paid = Readonly<{
  outcome: PaidOutcome;
  cart: Cart;
  totalMinor: number;
  parts: readonly Tender[];
}>;

export type Stage =
  | Readonly<{ at: "selling" }>
  | Readonly<{ at: "charging" }>
  | Readonly<{ at: "paid"; paid: Paid; sinceMs: number }>;

/** A sheet over the sell screen; they can be stacked. */
export type Sheet =
  | Readonly<{ is: "cart" }>
  | Readonly<{ is: "customer" }>
  | Readonly<{ is: "newCustomer"; search: string }>
  | Readonly<{ is: "note" }>
  | Readonly<{ is: "discount" }>
  | Readonly<{ is: "parked" }>
  | Readonly<{ is: "unsent" }>
  | Readonly<{ is: "sync" }>
  | Readonly<{ is: "today" }>
  | Readonly<{ is: "receipt"; id: string }>
  | Readonly<{ is: "keys" }>
  | Readonly<{ is: "line"; key: string }>
  | Readonly<{ is: "approve"; changes?: readonly CartChange[] }>
  | Readonly<{ is: "tile"; productId: string }>
  | Readonly<{ is: "newProduct"; name: string; units: number }>
  | Scanned<"unknown">
  | Scanned<"choice">;

type Scanned<Is> = Readonly<{ is: Is; code: string; units: number }>;

const MULTIPLIER = /^\s*(\d{1,4})\s*\*\s*$/;

/** Reads `6*` in the search field: the next scan or tap adds six. */
export function multiplierOf(query: string): number | undefined {
  const units = Number(MULTIPLIER.exec(query)?.[1] ?? 0);
  return units > 0 ? units : undefined;
}

/**
 * Shows the top sheet; closing it shows the one below. A sheet is skipped when `isCurrent` says
 * that its subject is gone: scans wait for open sheets, so an empty one must not block them.
 */
export function useSheets(isCurrent: (sheet: Sheet) => boolean) {
  const [stack, setStack] = useState<readonly Sheet[]>([]);
  const top = stack.findLast(isCurrent);
  const open = useCallback((sheet: Sheet) => setStack((below) => [...below, sheet]), []);
  const close = () =>
    setStack((all) =>
      top !== undefined && all.includes(top) ? all.slice(0, all.indexOf(top)) : all,
    );
  const closeAll = useCallback(() => setStack([]), []);
  return { top, open, close, closeAll };
}

const SNACK_MS = 5_000;

/** `before` is the cart to restore if the change can be undone. */
type Snack = Readonly<{ text: string; before?: Cart }>;

/** A short message above the bottom bar, shown for five seconds. */
export function useSnack() {
  const [snack, setSnack] = useState<Snack>();
  useEffect(() => {
    if (snack === undefined) return undefined;
    const timer = setTimeout(() => setSnack(undefined), SNACK_MS);
    return () => clearTimeout(timer);
  }, [snack]);
  const say = useCallback(
    (text: string, before?: Cart) => setSnack(before === undefined ? { text } : { text, before }),
    [],
  );
  const hide = useCallback(() => setSnack(undefined), []);
  return { snack, say, hide };
}
