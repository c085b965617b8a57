import { useEffect, useState } from "react";

import type { CheckAnswer } from "#kernel/contract/api/till/entries.ts";
import { dataOf, sellsItself, useOwnTill } from "#web/features/sell/sync/use-own-till.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { useCan } from "#web/state/use-session.ts";
import { till } from "#web/till/till.ts";

import { findingsOf, NOTHING_FOUND } from "./findings.ts";

/** No answer in time is an answer too. */
type CheckResult = Readonly<{ answer: CheckAnswer | undefined }>;

/** Asks the server about the cart when Charge opens. No payment waits for the answer. */
export function useCheck() {
  const { cart } = useSell();
  const now = useOwnTill();
  const mayOversell = useCan("oversell");
  const isAsking = sellsItself(now);
  const [result, setResult] = useState<CheckResult>();
  const [isPutAway, putAway] = useState(false);
  // The cart does not change during Charge.
  const [frozen] = useState(cart);
  useEffect(() => {
    if (!isAsking) return undefined;
    let isOver = false;
    const ask = async () => {
      const answer = await till.check(frozen).catch(() => undefined);
      if (!isOver) setResult({ answer });
      // What the server knows better is downloaded, and the cart follows after Charge.
      if (answer?.findings.some(({ what }) => what !== "short") === true) till.sync();
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [isAsking, frozen]);

  const settings = dataOf(now)?.settings;
  const { texts, isRefused, mayAsk } =
    result === undefined || settings === undefined
      ? NOTHING_FOUND
      : findingsOf({
          cart: frozen,
          answer: result.answer,
          policy: settings.oversellPolicy,
          currency: settings.currency,
        });
  return {
    /** Texts that are not put away. */
    found: isPutAway ? [] : texts,
    isStopped: isRefused && !isPutAway,
    /** Undefined if the sale is stopped and this person may not go on. */
    goOn: isRefused && !(mayAsk && mayOversell) ? undefined : () => putAway(true),
  };
}
