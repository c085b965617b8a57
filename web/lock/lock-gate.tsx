import { lazy, Suspense, useEffect, useLayoutEffect, type ReactNode } from "react";

import { isLocked, isOnlySell, type Session } from "#web/state/session.ts";
import { useStore } from "#web/state/store.ts";
import { useSession } from "#web/state/use-session.ts";
import { till } from "#web/till/till.ts";

import { useIdle, wasLeft } from "./idle.ts";
import { lockTill, useCanLock, useForgetOthers } from "./lock.ts";

/** A chunk of its own. It is loaded in advance, so that the till locks and opens without a network. */
const loadLockScreen = () => import("./locked.tsx");
const LockScreen = lazy(async () => ({ default: (await loadLockScreen()).LockScreen }));

type LockGateProps = { session: Session; children: ReactNode };

/** Shows the lock instead of the till. What is in the cart is not rendered meanwhile. */
export function LockGate({ session, children }: LockGateProps) {
  // The page was closed, and opens before the next person is known. Nothing is painted before this.
  useLayoutEffect(() => {
    if (isOnlySell(session) && wasLeft(session.tenant.id)) lockTill();
  }, [session]);
  if (!isLocked(session)) return children;
  return (
    <Suspense>
      <LockScreen />
    </Suspense>
  );
}

/** Locks the till when no one uses it. Returns whether it can be locked. */
export function useAutoLock(shop: string, isBusy: boolean): boolean {
  const canLock = useCanLock();
  useForgetOthers();
  useIdle(shop, canLock && !isBusy, lockTill);
  useEndOfRemoved(isBusy);
  useEffect(() => {
    if (canLock) loadLockScreen().catch(() => undefined);
  }, [canLock]);
  return canLock;
}

/** The sessions that PINs opened at a till end with its removal. */
function useEndOfRemoved(isBusy: boolean): void {
  const { phase } = useStore(till);
  const session = useSession();
  const isOver = phase === "revoked" && isOnlySell(session) && !isBusy;
  useEffect(() => {
    if (isOver) lockTill();
  }, [isOver]);
}
