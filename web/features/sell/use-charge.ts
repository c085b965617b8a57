import { useState } from "react";

import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { useMayOversell } from "#web/api/use-may-oversell.ts";

import { paidOf, partOf, typedMinor, typeKey } from "./payment.ts";
import type { Part } from "./payment.ts";
import { createPressGuard } from "./press-guard.ts";
import { useSell } from "./sell-context.ts";
import { tenderStore } from "./till-memory.ts";
import { useStored } from "./use-stored.ts";

const METHOD_KEYS: Record<string, PaymentMethod> = {
  c: "cash",
  m: "mobile_money",
  k: "card",
  b: "bank_transfer",
};

type Problem = "offline" | "over" | "nothing";

/** Taking money: in one way, or in several until all is paid. */
export function useCharge() {
  const { totalMinor = 0 } = useSell();
  const typing = useTyping();
  const { typed, reference, method, clear } = typing;
  const [parts, setParts] = useState<readonly Part[]>([]);
  const [isFresh] = useState(createPressGuard);
  const sending = useSending();
  const { setProblem } = sending;
  const dueMinor = totalMinor - paidOf(parts);
  const part = partOf({ method, dueMinor, typed: typedMinor(typed), reference });
  const start = () => {
    setProblem(undefined);
    clear();
  };

  const take = (taken: Part | "over" | "nothing", pressedMs: number) => {
    if (sending.sending || !isFresh(pressedMs)) return;
    if (taken === "over" || taken === "nothing") return setProblem(taken);
    const all = [...parts, taken];
    start();
    if (paidOf(all) === totalMinor) return sending.send(all);
    setParts(all);
    typing.setMethod("cash");
  };
  const press = (key: string) => {
    setProblem(undefined);
    typing.press(key);
  };
  const choose = (next: PaymentMethod) => {
    start();
    typing.setMethod(next);
  };
  return {
    ...typing,
    ...sending,
    parts,
    dueMinor,
    part,
    press,
    choose,
    removePart: (removed: Part) => setParts(parts.filter((each) => each !== removed)),
    confirm: (pressedMs: number) => take(part, pressedMs),
    takeCash: (givenMinor: number, pressedMs: number) =>
      take(partOf({ method: "cash", dueMinor, typed: givenMinor }), pressedMs),
    type: (text: string) => {
      const chosen = METHOD_KEYS[text.toLowerCase()];
      if (chosen !== undefined) choose(chosen);
      else for (const key of text.replaceAll(",", ".")) press(key);
    },
  };
}

export type Charging = ReturnType<typeof useCharge>;

function useTyping() {
  const [method, setMethod] = useState<PaymentMethod>("cash");
  const [typed, setTyped] = useState("");
  const [reference, setReference] = useState("");
  return {
    method,
    setMethod,
    typed,
    reference,
    setReference,
    press: (key: string) => setTyped((before) => typeKey(before, key)),
    clear: () => {
      setTyped("");
      setReference("");
    },
  };
}

/** Offline it stays in the cart: what is taken there must be known to the server. */
function useSending() {
  const { shop, payment } = useSell();
  const [recent, keepRecent] = useStored(tenderStore, shop);
  const [tried, setTried] = useState<readonly Part[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const mayOversell = useMayOversell(payment.error);
  const send = (all: readonly Part[], sellMissing = false) => {
    if (!navigator.onLine) return setProblem("offline");
    setTried(all);
    const used = all.map(({ method }) => method).toReversed();
    keepRecent([...new Set([...used, ...recent])]);
    payment.pay(all, sellMissing);
  };
  return {
    recent,
    problem,
    setProblem: (next: Problem | undefined) => {
      payment.forgetError();
      setProblem(next);
    },
    send,
    sending: payment.sending,
    error: payment.error,
    sellAnyway: mayOversell ? () => send(tried, true) : undefined,
  };
}
