import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import type { CheckAnswer } from "#kernel/contract/api/till/entries.ts";
import { productsQuery } from "#web/api/products.ts";
import { refreshProducts } from "#web/api/refresh-products.ts";
import { sellsItself, useOwnTill } from "#web/features/sell/sync/use-own-till.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { type Cart, refresh } from "#web/state/cart.ts";
import { useCan, useCurrency } from "#web/state/use-session.ts";
import { till } from "#web/till/till.ts";

import { findingsOf, NOTHING_FOUND, shortOf } from "./findings.ts";

/** No answer in time is an answer too. */
type CheckResult = Readonly<{ answer: CheckAnswer | undefined }>;

/** Asks the server about the cart when Charge opens. No payment waits for the answer. */
export function useCheck() {
  const { approval, sheets, oversellPolicy: policy } = useSell();
  const mayOversell = useCan("oversell");
  const [isPutAway, putAway] = useState(false);
  const { cart, result } = useResult();
  const currency = useCurrency();
  const { texts, isRefused, mayAsk } =
    result === undefined || policy === undefined
      ? NOTHING_FOUND
      : findingsOf({ cart, answer: result.answer, policy, currency });
  const isLetThrough = isPutAway || (isRefused && approval.isOversellGiven);
  const ask = () => sheets.open({ is: "approve", oversell: true });
  return {
    /** Texts that are not put away. */
    found: isLetThrough ? [] : texts,
    isStopped: isRefused && !isLetThrough,
    /** A person who may sell more than is in stock has seen it. */
    isConfirmed: isRefused && isPutAway,
    /** Whether the sale needs an approval that has run out. */
    isExpired: () => isRefused && !isPutAway && !approval.isOversellCovered(),
    /** Undefined if the sale is stopped and this person may not go on. */
    goOn: isRefused && !(mayAsk && mayOversell) ? undefined : () => putAway(true),
    /** Undefined if no one can let the sale go on, or this person may. */
    ask: isRefused && mayAsk && !mayOversell && approval.oversell ? ask : undefined,
  };
}

/** What the server says of the cart, which does not change during Charge. */
function useResult() {
  const { cart, oversellPolicy } = useSell();
  const blocks = oversellPolicy === "block";
  const queryClient = useQueryClient();
  const isTill = sellsItself(useOwnTill());
  const [frozen] = useState(cart);
  const [result, setResult] = useState<CheckResult>();
  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      const answer = await (
        isTill ? till.check(frozen) : checkStock(queryClient, { cart: frozen, blocks })
      ).catch(() => undefined);
      if (!isOver) setResult({ answer });
      // What the server knows better is downloaded, and the cart follows after Charge.
      if (isTill && answer?.findings.some(({ what }) => what !== "short") === true) till.sync();
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [isTill, blocks, frozen, queryClient]);
  return { cart: frozen, result };
}

/** For a browser that is no till: the server's stock of now. */
async function checkStock(
  queryClient: QueryClient,
  { cart, blocks }: Readonly<{ cart: Cart; blocks: boolean }>,
): Promise<CheckAnswer> {
  await refreshProducts(queryClient);
  const products = queryClient.getQueryData(productsQuery().queryKey) ?? [];
  const byId = new Map(products.map((product) => [product.id, product]));
  const now = refresh(cart, (id) => byId.get(id));
  return { findings: [...shortOf(now)], blocks };
}
