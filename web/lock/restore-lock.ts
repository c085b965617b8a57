import { isLocked, isOnlySell, type Session, session } from "#web/state/session.ts";
import { lastKeptSession } from "#web/till/kept-session.ts";

import { createPeopleHere } from "./people-here.ts";

/**
 * Locks this till if the session that the page began with is not the last one: the browser died
 * before it had stored that one where a page finds it.
 */
export async function restoreLock(): Promise<void> {
  const kept = await lastKeptSession((parts) => createPeopleHere(parts).canUnlock());
  if (kept === undefined || isSame(kept, session.get())) return;
  session.start({ ...kept, user: { ...kept.user, only_sell: true, locked: true } });
}

const isSame = (kept: Session, now: Session | undefined): boolean =>
  now !== undefined &&
  (kept.tenant.id !== now.tenant.id ||
    (kept.user.id === now.user.id &&
      isLocked(kept) === isLocked(now) &&
      isOnlySell(kept) === isOnlySell(now)));
