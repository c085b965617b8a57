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

/**
 * The sale that this till writes to its disk: its receipt is drawn out of sight meanwhile, and shown
 * when the disk has it. Kept apart from the stage, so that nothing else is drawn with it.
 */
export type Written = Readonly<{ paid: Paid; isDone: boolean }> | undefined;

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
  | Readonly<{ is: "camera" }>
  | Readonly<{ is: "line"; key: string }>
  | Readonly<{ is: "approve"; changes?: readonly CartChange[]; oversell?: true }>
  | Readonly<{ is: "tile"; productId: string }>
  | Readonly<{ is: "newProduct"; name: string; units: number }>
  | Readonly<{ is: "amount"; amount: string; name: string }>
  | Readonly<{ is: "parkedName"; id: string }>
  | Scanned<"unknown">
  | Scanned<"choice">;

type Scanned<Is> = Readonly<{ is: Is; code: string; units: number }>;

const AMOUNT = /^\d{1,7}(?:[.,]\d{1,2})?$/;

/** The sheet that sells what was searched for without a product: an amount, or a thing of that name. */
export const amountSheet = (search: string): Extract<Sheet, { is: "amount" }> =>
  AMOUNT.test(search)
    ? { is: "amount", amount: search, name: "" }
    : { is: "amount", amount: "", name: search };

/** A number that was typed into the search and finds nothing. A long one may be a code. */
export const isTypedAmount = (search: string): boolean =>
  AMOUNT.test(search) && !/^\d{6,}$/.test(search);

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

type SnackAction = Readonly<{ label: string; run: () => void }>;

/** `before` is the cart to restore if the change can be undone; `action` is what else can follow. */
type Snack = Readonly<{ text: string; before?: Cart; action?: SnackAction }>;

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
  const offer = useCallback((text: string, action: SnackAction) => setSnack({ text, action }), []);
  const hide = useCallback(() => setSnack(undefined), []);
  return { snack, say, offer, hide };
}
