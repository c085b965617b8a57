import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";

import { formatMoney } from "#kernel/contract/money.ts";
import type { DeviceChange, StoredCart } from "#web/device/rows.ts";
import { paidOf } from "#web/features/sell/charge/payment.ts";
import { usePay } from "#web/features/sell/charge/use-pay.ts";
import { stopOf } from "#web/features/sell/sync/use-own-till.ts";
import { type Cart, isEmptyCart } from "#web/state/cart.ts";
import { createStore } from "#web/state/store.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { CART_GONE } from "#web/sync/sale-outbox.ts";
import { till as ownTill } from "#web/till/till.ts";

import type { Stage, useSheets, useSnack, Written } from "./stage.ts";
import {
  type ChangeResult,
  hasCart,
  type ParkedCart,
  tryChange,
  useParkedCarts,
} from "./stored-cart.ts";
import { cleared, type TillState } from "./till.ts";
import type { CartApproval } from "./use-approval.ts";

/** Lets keyboard shortcuts reach the open Charge panel. */
type ChargeKeys = {
  type: (text: string) => void;
  /** Removes text that was no typing. */
  untype: (text: string) => void;
  confirm: (pressedMs: number) => void;
};

type FlowParts = {
  owner: string;
  till: TillState;
  approval: CartApproval;
  sheets: ReturnType<typeof useSheets>;
  snacks: ReturnType<typeof useSnack>;
  onPaid: (cart: Cart) => void;
};

/** The steps of a sale: cart, payment, next sale; and parking a cart. */
export function useFlow({ owner, till, approval, sheets, snacks, onPaid }: FlowParts) {
  const { dispatch, isEmpty, totalMinor } = till;
  const currency = useCurrency();
  const { stage, setStage, writing, openCharge, sell, sellNext } = useStage();
  const parked = useParked(owner, till);
  const payment = usePay({
    till,
    approval,
    onUnapproved: () => sheets.open({ is: "approve" }),
    writing,
    onPaid: (paid, sinceMs) => {
      dispatch(cleared());
      onPaid(paid.cart);
      setStage({ at: "paid", paid, sinceMs });
    },
  });
  const switchTo = async (change: () => Promise<ChangeResult>, done?: () => void) => {
    const result = await change();
    if (result === "failed") return snacks.say(NOT_KEPT);
    sheets.closeAll();
    sell();
    if (result === "gone") snacks.say(CART_GONE);
    else done?.();
  };
  useGoneCart(till, () => {
    sheets.closeAll();
    sell();
    snacks.say(CART_GONE);
  });
  return {
    stage,
    writing,
    ...useChargeKeys(),
    parked,
    payment,
    sell,
    sellNext,
    charge: () => {
      if (isEmpty || totalMinor === undefined) return;
      const stop = stopOf(ownTill.get());
      if (stop !== undefined) return snacks.say(stop);
      sheets.closeAll();
      const takenMinor = paidOf(till.cart.taken ?? []);
      if (takenMinor > 0 && takenMinor >= totalMinor) {
        dispatch({ type: "taken", taken: [] });
        const taken = formatMoney(takenMinor, currency);
        return snacks.say(`${taken} was taken before the cart changed. Give it back, then charge.`);
      }
      snacks.hide();
      payment.forgetError();
      // The approval has run out, or covers less than what is in the cart now.
      if (approval.isMissing()) return sheets.open({ is: "approve" });
      openCharge();
    },
    /** What the cart needed is approved. */
    chargeApproved: openCharge,
    backToCart: () => {
      if (!payment.isUnderWay()) sell();
    },
    park: () => {
      if (!isEmpty) void switchTo(parked.park, () => offerName(till, { sheets, snacks }));
    },
    /** Closes the sheet when the device has the name. */
    nameParked: async (row: ParkedCart, name: string) => {
      const result = await parked.rename(row, name);
      sheets.close();
      if (result !== "stored") snacks.say(result === "gone" ? CART_GONE : NOT_KEPT);
    },
    recall: (id: string) => void switchTo(() => parked.recall(id)),
    /** A refused sale becomes the cart again; the current cart is parked. */
    reopenSale: (key: string, refused: Cart) => void switchTo(() => parked.reopen(key, refused)),
  };
}

/** Says that the cart is parked, and how it gets a name. */
function offerName(
  { id, cart: { name } }: Pick<TillState, "id" | "cart">,
  { sheets, snacks }: Pick<FlowParts, "sheets" | "snacks">,
): void {
  const run = () => sheets.open({ is: "parkedName", id });
  if (name === undefined) snacks.offer("Parked", { label: "Give it a name", run });
  else snacks.offer(`Parked as ${name}`, { label: "Change the name", run });
}

const NOT_KEPT = "This device couldn't store that. Try again.";

/** The next sale begins when another tab has taken the cart. */
function useGoneCart({ isGone, dispatch }: TillState, onGone: () => void): void {
  const tell = useEffectEvent(onGone);
  useEffect(() => {
    if (!isGone) return;
    dispatch(cleared());
    tell();
  }, [isGone, dispatch]);
}

/** A double press must not dismiss the screen that shows the change due. */
const SEEN_MS = 700;

function useStage() {
  const [stage, setStage] = useState<Stage>({ at: "selling" });
  const sell = useCallback(() => setStage({ at: "selling" }), []);
  const [writing] = useState(() => createStore<Written>(undefined));
  const openCharge = () => {
    writing.set(undefined);
    setStage({ at: "charging" });
  };
  const sellNext = (pressedMs: number) => {
    if (stage.at === "paid" && pressedMs - stage.sinceMs > SEEN_MS) sell();
  };
  return { stage, setStage, writing, openCharge, sell, sellNext };
}

function useChargeKeys() {
  const chargeKeys = useRef<ChargeKeys>(undefined);
  const listenToCharge = useCallback((keys: ChargeKeys | undefined) => {
    chargeKeys.current = keys;
  }, []);
  return { chargeKeys, listenToCharge };
}

/** Carts put aside on this device. Recalling one parks the current cart, so that neither is lost. */
function useParked(owner: string, { cart, dispatch, release, hold }: TillState) {
  const parked = useParkedCarts(owner);

  async function change(
    next: StoredCart | undefined,
    { needsCarts = [], ...more }: DeviceChange = {},
  ): Promise<ChangeResult> {
    const { row, isStored } = release();
    const putAside = isEmptyCart(cart) ? [] : [{ ...row, parkedMs: Date.now() }];
    const saveCarts = [...putAside, ...(next ? [next] : [])];
    // A cart that another tab has paid must not come back as a parked one.
    const own = isStored ? [row.id] : [];
    const result = await tryChange({ ...more, needsCarts: [...needsCarts, ...own], saveCarts });
    if (result === "stored") {
      if (next) hold(next);
      dispatch(next ? { type: "replaced", id: next.id, cart: next.cart } : cleared());
    } else if (result === "gone" && isStored && !hasCart(row.id)) dispatch(cleared());
    else if (isStored) hold(row);
    return result;
  }

  const recall = async (id: string): Promise<ChangeResult> => {
    const wanted = parked.find((each) => each.id === id);
    if (wanted === undefined) return "gone";
    const { parkedMs: _, ...row } = wanted;
    const next = { ...row, changedMs: Date.now(), version: row.version + 1 };
    return change(next, { needsCarts: [id] });
  };
  const reopen = (key: string, refused: Cart): Promise<ChangeResult> => {
    const next = { id: key, owner, cart: refused, changedMs: Date.now(), version: 1 };
    return change(next, { dropSales: [key] });
  };
  const discard = (id: string) => void tryChange({ dropCarts: [id] });
  /** An empty name takes it away. */
  const rename = (row: ParkedCart, name: string): Promise<ChangeResult> => {
    const { name: _, ...unnamed } = row.cart;
    const named = name === "" ? unnamed : { ...unnamed, name };
    const next = { ...row, cart: named, changedMs: Date.now(), version: row.version + 1 };
    return tryChange({ needsCarts: [row.id], saveCarts: [next] });
  };
  return { parked, park: () => change(undefined), recall, reopen, discard, rename };
}
