import { useCallback, useRef, useState, type Dispatch } from "react";

import { usePay } from "#web/features/sell/charge/use-pay.ts";
import { emptyCart, type Cart } from "#web/state/cart.ts";

import type { Stage, useSheets, useSnack } from "./stage.ts";
import { useStored, parkedStore } from "./till-memory.ts";
import type { TillAction, TillState } from "./till.ts";

/** Lets keyboard shortcuts reach the open Charge panel. */
type ChargeKeys = { type: (text: string) => void; confirm: (pressedMs: number) => void };

type FlowParts = {
  owner: string;
  till: TillState;
  sheets: ReturnType<typeof useSheets>;
  snacks: ReturnType<typeof useSnack>;
  onPaid: () => void;
};

/** The steps of a sale: cart, payment, next sale; and parking a cart. */
export function useFlow({ owner, till, sheets, snacks, onPaid }: FlowParts) {
  const { cart, dispatch, isEmpty, totalMinor } = till;
  const { stage, setStage, sell, sellNext } = useStage();
  const parked = useParked(owner, cart, dispatch);
  const payment = usePay({
    owner,
    cart,
    onPaid: (paid) => {
      dispatch({ type: "replaced", cart: emptyCart });
      onPaid();
      setStage({ at: "paid", paid, sinceMs: performance.now() });
    },
  });
  const switchTo = (change: () => void) => {
    change();
    sheets.closeAll();
    sell();
  };
  return {
    stage,
    ...useChargeKeys(),
    parked,
    payment,
    sell,
    sellNext,
    charge: () => {
      if (isEmpty || totalMinor === undefined) return;
      sheets.closeAll();
      snacks.hide();
      payment.forgetError();
      setStage({ at: "charging" });
    },
    backToCart: () => {
      if (!payment.sending) sell();
    },
    park: () => {
      if (isEmpty) return;
      switchTo(parked.park);
      snacks.say("Parked");
    },
    recall: (id: string) => switchTo(() => parked.recall(id)),
    /** A refused sale becomes the cart again; the current cart is parked. */
    reopenSale: (refused: Cart) =>
      switchTo(() => {
        parked.park();
        dispatch({ type: "replaced", cart: refused });
      }),
  };
}

/** A double press must not dismiss the screen that shows the change due. */
const SEEN_MS = 700;

function useStage() {
  const [stage, setStage] = useState<Stage>({ at: "selling" });
  const sell = useCallback(() => setStage({ at: "selling" }), []);
  const sellNext = (pressedMs: number) => {
    if (stage.at !== "paid" || pressedMs - stage.sinceMs > SEEN_MS) sell();
  };
  return { stage, setStage, sell, sellNext };
}

function useChargeKeys() {
  const chargeKeys = useRef<ChargeKeys>(undefined);
  const listenToCharge = useCallback((keys: ChargeKeys | undefined) => {
    chargeKeys.current = keys;
  }, []);
  return { chargeKeys, listenToCharge };
}

/**
 * Carts put aside on this device. Recalling one parks the current cart, so that neither is lost.
 */
function useParked(owner: string, cart: Cart, dispatch: Dispatch<TillAction>) {
  const [parked, keep] = useStored(parkedStore, owner);
  const withPresent = () =>
    cart.lines.length === 0
      ? parked
      : [{ id: crypto.randomUUID(), parkedMs: Date.now(), cart }, ...parked];

  const park = () => {
    keep(withPresent());
    dispatch({ type: "replaced", cart: emptyCart });
  };
  const recall = (id: string) => {
    const wanted = parked.find((each) => each.id === id);
    if (wanted === undefined) return;
    keep(withPresent().filter((each) => each !== wanted));
    dispatch({ type: "replaced", cart: wanted.cart });
  };
  const discard = (id: string) => keep(parked.filter((each) => each.id !== id));
  return { parked, park, recall, discard };
}
