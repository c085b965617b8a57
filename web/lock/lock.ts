import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { Done } from "#kernel/contract/api/envelope.ts";
import type { TillPerson } from "#kernel/contract/api/till/changes.ts";
import { UNLOCK_PATH, UnlockAnswer } from "#kernel/contract/api/till/pin.ts";
import { accountQuery } from "#web/api/account.ts";
import { request } from "#web/api/http-client.ts";
import { isLocked, isOnlySell, session } from "#web/state/session.ts";
import { useStore } from "#web/state/store.ts";
import { useSession } from "#web/state/use-session.ts";
import { REMOVED, till } from "#web/till/till.ts";

import { noteTouch } from "./idle.ts";
import { createPeopleHere } from "./people-here.ts";
import { createUnlock, type LockPerson, type PinProblem, type UnlockResult } from "./unlock.ts";

// The lock of this till. It ends the session, so that the next person begins one of their own.

const here = createPeopleHere(till.meta);

const { unlock, checkHere } = createUnlock({
  people: here,
  ask: (user, pin) => till.signedPost(UNLOCK_PATH, UnlockAnswer, { user, pin }),
  isOnline: () => navigator.onLine,
});

/** A PIN that only this till checks, as when there is no network. */
export const checkPinHere = checkHere;

/** Ends the session on this device even if the server cannot be reached. */
export function lockTill(): void {
  const current = session.get();
  if (current === undefined || isLocked(current)) return;
  if (current.token !== "") {
    request("/api/v1/logout", Done, { method: "POST" }).catch(() => undefined);
  }
  session.lock();
}

/** Undefined: the till is unlocked. */
export async function unlockTill(person: LockPerson, pin: string): Promise<PinProblem | undefined> {
  // It may have deleted its key already, and could not ask the server.
  if (till.get().phase === "revoked") return { is: "other", text: REMOVED };
  const result = await unlock(person, pin);
  if (result.is !== "unlocked") return result;
  noteTouch(session.get()?.tenant.id ?? "");
  session.unlock(result);
  void followServer(person, result.later);
  return undefined;
}

/** The server answered after this till had accepted the PIN: it has the last word. */
async function followServer(
  { id }: LockPerson,
  later: Extract<UnlockResult, { is: "unlocked" }>["later"],
): Promise<void> {
  const answer = await later;
  const now = session.get();
  if (answer === undefined || now?.user.id !== id || now.token !== "" || isLocked(now)) return;
  if (answer.is === "unlocked") session.unlock(answer);
  else session.lock();
}

/** Who may sell at this till now. */
export const usePeople = (): readonly TillPerson[] =>
  (useStore(till).data?.people ?? []).filter(({ gone }) => !gone);

/** The till forgets the PINs of people who may no longer sell here. */
export function useForgetOthers(): void {
  const people = useStore(till).data?.people;
  useEffect(() => {
    const ids = people?.filter(({ gone }) => !gone).map(({ id }) => id);
    if (ids !== undefined) here.forgetOthers(ids).catch(() => undefined);
  }, [people]);
}

/** A shop in which one person sells needs no lock, and a person without a PIN could not open it. */
export function useCanLock(): boolean {
  const { phase } = useStore(till);
  const isTill = phase === "active" || phase === "expired";
  const isShared = usePeople().length > 1 && isTill;
  const hasPin = useHasPin(isShared);
  return isShared && hasPin;
}

/** What the account says, and without a network what it said last. */
function useHasPin(isAsked: boolean): boolean {
  const current = useSession();
  const person = current?.user.id;
  const usesPin = isOnlySell(current);
  const { data } = useQuery({ ...accountQuery(), enabled: isAsked && !usesPin });
  const [kept, setKept] = useState(false);
  const hasPin = data?.id === person ? data?.has_pin : undefined;
  useEffect(() => {
    if (!isAsked || person === undefined) return undefined;
    let isGone = false;
    const learn = async () => {
      if (hasPin !== undefined) await here.learnPin(person, hasPin);
      const row = await here.read(person);
      if (!isGone) setKept(row.hasPin === true);
    };
    learn().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [isAsked, person, hasPin]);
  return usesPin || (hasPin ?? kept);
}
