import { useEffect, useEffectEvent, useState } from "react";

import type { CheckAnswer } from "#kernel/contract/api/till/entries.ts";
import { type Cart, reduceCart } from "#web/state/cart.ts";
import { till } from "#web/till/till.ts";

import type { CartChange } from "./approval-needed.ts";

/** A question to an approver, as a sheet holds it. */
type Question = Readonly<{ changes?: readonly CartChange[] }>;

type Stock = Readonly<{ of: Question; isShort: boolean }>;

/**
 * What the server says of the cart after the changes, before an approver is asked: another till may
 * have sold the last one. It has a second for its answer, and without one the till goes by what it
 * knows, as it does where there is nothing to ask.
 */
export function useServerStock(cart: Cart, asked: Question | undefined) {
  const [stock, setStock] = useState<Stock>();
  const check = useEffectEvent(({ changes = [] }: Question) =>
    till.check(changes.reduce<Cart>(reduceCart, cart)),
  );
  useEffect(() => {
    if (asked === undefined) return undefined;
    let isOver = false;
    const ask = async () => {
      const answer = await check(asked).catch(() => undefined);
      if (!isOver) setStock({ of: asked, isShort: isShortIn(answer) });
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [asked]);
  const known = asked && stock?.of === asked ? stock : undefined;
  return {
    isWaiting: asked !== undefined && known === undefined,
    isShort: known?.isShort === true,
  };
}

/** A shop that blocks sells nothing above its stock, so there is nothing to approve. */
const isShortIn = (answer: CheckAnswer | undefined): boolean =>
  answer?.blocks === false && answer.findings.some(({ what }) => what === "short");
