import { useEffect, useState } from "react";

import { useNow } from "#web/state/past.ts";
import { isOnlySell } from "#web/state/session.ts";
import { useOnline, useStore } from "#web/state/store.ts";
import { useCan, useSession } from "#web/state/use-session.ts";
import { till, type TillData, type TillNow } from "#web/till/till.ts";

// The till of this device, beside the state of the sell screen.

/** What the device holds to sell by. Undefined: it sells through the register of the server. */
export const dataOf = ({ phase, data }: TillNow): TillData | undefined =>
  phase === "active" || phase === "expired" ? data : undefined;

/** Whether a sale is recorded on the device first, with a network and without one. */
export const sellsItself = (now: TillNow): boolean =>
  now.phase === "active" && now.data !== undefined;

/** Why nothing can be sold at all, in a sentence. */
export function stopOf({ phase, problem, data }: TillNow): string | undefined {
  if (problem === "deleted") return "This business was deleted, so nothing can be sold.";
  if (phase !== "expired") return undefined;
  const days = data === undefined ? "Too long" : `${data.settings.offlineDays} days`;
  return `${days} without contact. Connect this device to sell again.`;
}

export const asideOf = (sales: TillNow["sales"]): TillNow["sales"] =>
  sales.filter(({ state }) => state === "aside");

export const useOwnTill = (): TillNow => useStore(till);

/** The till calls each minute, and its clock may be off by two without being corrected. */
const SILENT_AFTER_MS = 4 * 60_000;

/** A network that swallows everything counts as none. */
export function useReached(): boolean {
  const online = useOnline();
  const { phase, lastContactMs, clockOffMs = 0 } = useOwnTill();
  const now = useNow() - clockOffMs;
  const isCalling = phase === "active" || phase === "expired" || phase === "waiting";
  const isSilent =
    isCalling && lastContactMs !== undefined && now - lastContactMs > SILENT_AFTER_MS;
  return online && !isSilent;
}

const SENT_WITHIN_MS = 3_000;

/** A sale that is sent at once need not be announced: the head would flicker at each sale. */
export function useWaitingLonger(count: number): number {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(count), count === 0 ? 0 : SENT_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return Math.min(waited, count);
}

/**
 * Whether this person may add a product or customer from here. A session that a PIN began reaches
 * only what a till needs, whatever their role.
 */
export function useMayAdd(right: "write-products" | "write-customers"): boolean {
  const may = useCan(right);
  return !isOnlySell(useSession()) && may;
}
