import { useRef, useState } from "react";

import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { useMayOversell } from "#web/api/oversell.ts";
import { withoutEnd } from "#web/features/sell/scan/scan-reader.ts";
import { sellsItself } from "#web/features/sell/sync/use-own-till.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import type { Tender } from "#web/state/cart.ts";
import { till } from "#web/till/till.ts";

import { paidOf, nextTender, typedMinor, typeKey } from "./payment.ts";
import { useCheck } from "./use-check.ts";

const APART_MS = 1_000;

/**
 * Accepts one press per second. Presses queue up while the page is frozen, so the times of the
 * events are compared.
 */
export function createPressGuard() {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (pressedMs: number): boolean => {
    if (pressedMs - lastMs < APART_MS) return false;
    lastMs = pressedMs;
    return true;
  };
}

const METHOD_KEYS: Record<string, PaymentMethod> = {
  c: "cash",
  m: "mobile_money",
  k: "card",
  b: "bank_transfer",
};

/** Adds the part payment that a notice offers. */
const PART_KEY = "+";

type Problem = "offline" | "over" | "nothing" | "part";

/**
 * One payment, or several until the total is paid. Part payments are kept with the cart: they stay
 * when it is changed, parked or reloaded.
 */
export function useCharge() {
  const { totalMinor = 0, cart, dispatch } = useSell();
  const sending = useSending();
  const check = useCheck();
  const entry = useEntry(sending);
  const { typed, reference, method } = entry;
  const parts = cart.taken ?? [];
  const keepParts = (taken: readonly Tender[]) => dispatch({ type: "taken", taken });
  const [isNewPress] = useState(createPressGuard);
  const dueMinor = totalMinor - paidOf(parts);
  const part = nextTender({ method, dueMinor, typed: typedMinor(typed), reference });

  /** Less than what is due is only taken with `isPart`: a forgotten digit must not split a sale. */
  const take = (taken: Tender | "over" | "nothing", pressedMs: number, isPart = false) => {
    if (sending.isUnderWay() || check.isStopped) return;
    if (check.isExpired()) return check.ask?.();
    if (taken === "over" || taken === "nothing") return sending.setProblem(taken);
    const all = [...parts, taken];
    const isAll = paidOf(all) === totalMinor;
    if (!isAll && !isPart) return sending.setProblem("part");
    if (!isNewPress(pressedMs)) return;
    entry.start(isAll ? method : "cash");
    if (isAll) sending.send(all, check.isConfirmed);
    else keepParts(all);
  };
  const takePart = (pressedMs: number) => take(part, pressedMs, true);
  return {
    ...entry,
    ...sending,
    check,
    parts,
    dueMinor,
    part,
    removePart: (removed: Tender) => {
      if (!sending.isUnderWay()) keepParts(parts.filter((each) => each !== removed));
    },
    confirm: (pressedMs: number) => take(part, pressedMs),
    takePart,
    takeCash: (givenMinor: number, pressedMs: number) =>
      take(nextTender({ method: "cash", dueMinor, typed: givenMinor }), pressedMs),
    type: (text: string) => {
      if (text === PART_KEY && sending.problem === "part") takePart(performance.now());
      else entry.type(text);
    },
  };
}

export type Charging = ReturnType<typeof useCharge>;

/** The method, amount and reference being entered. Locked while the sale is sent. */
function useEntry({ isUnderWay, setProblem }: ReturnType<typeof useSending>) {
  const [method, setMethod] = useState<PaymentMethod>("cash");
  const [typed, setTyped] = useState("");
  const [reference, setReference] = useState("");
  const start = (next: PaymentMethod) => {
    setProblem(undefined);
    setTyped("");
    setReference("");
    setMethod(next);
  };
  const press = (key: string) => {
    if (isUnderWay()) return;
    setProblem(undefined);
    setTyped((before) => typeKey(before, key));
  };
  const choose = (next: PaymentMethod) => {
    if (!isUnderWay()) start(next);
  };
  const type = (text: string) => {
    const chosen = METHOD_KEYS[text.toLowerCase()];
    if (chosen !== undefined) choose(chosen);
    else for (const key of text.replaceAll(",", ".")) press(key);
  };
  const untype = (text: string) => {
    if (!isUnderWay()) setTyped((before) => withoutEnd(before, text));
  };
  return { method, typed, reference, setReference, start, press, choose, type, untype };
}

/** Offline, only a till sells; otherwise the sale stays in the cart. */
function useSending() {
  const { payment } = useSell();
  const tried = useRef<readonly Tender[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const mayOversell = useMayOversell(payment.error);
  const send = (all: readonly Tender[], confirmOversell = false) => {
    if (!navigator.onLine && !sellsItself(till.get())) return setProblem("offline");
    tried.current = all;
    payment.pay(all, confirmOversell);
  };
  return {
    problem,
    setProblem: (next: Problem | undefined) => {
      payment.forgetError();
      setProblem(next);
    },
    send,
    sending: payment.sending,
    isUnderWay: payment.isUnderWay,
    error: payment.error,
    sellAnyway: mayOversell ? () => send(tried.current, true) : undefined,
  };
}
