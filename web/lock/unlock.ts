import type { SessionUser } from "#kernel/contract/api/session.ts";
import type { UnlockAnswer } from "#kernel/contract/api/till/pin.ts";
import { isRefused, type RequestError } from "#web/api/request-error.ts";

import type { PeopleHere } from "./people-here.ts";
import { afterWrongTry, lockedForMs, NO_TRIES, triesLeft } from "./tries.ts";
import { createVerifier, proves } from "./verifier.ts";

/** Why a PIN did not unlock. `left`: wrong tries before the next wait, where this till counts them. */
export type PinProblem =
  | Readonly<{ is: "wrong"; left?: number }>
  | Readonly<{ is: "locked"; forMs: number }>
  | Readonly<{ is: "no-pin" }>
  | Readonly<{ is: "not-here" }>
  | Readonly<{ is: "other"; text: string }>;

/** Without a network the token is empty. */
export type Unlocked = Readonly<{ is: "unlocked"; user: SessionUser; token: string }>;

/** `later`: what the server says of a PIN that this till has accepted meanwhile. */
export type UnlockResult =
  | PinProblem
  | (Unlocked & Readonly<{ later?: Promise<Unlocked | PinProblem | undefined> }>);

export type LockPerson = Readonly<{ id: string; role: string }>;

type UnlockDeps = Readonly<{
  people: PeopleHere;
  /** Asks the server. */
  ask: (person: string, pin: string) => Promise<UnlockAnswer>;
  isOnline: () => boolean;
  nowMs?: () => number;
  /** How long the server may take before this till decides by itself. */
  patienceMs?: number;
  rounds?: number;
}>;

const PATIENCE_MS = 1_500;
const WAIT_MS = 60_000;

/** Checks PINs: by the server, or by this till where there is no network. */
export function createUnlock(deps: UnlockDeps) {
  const { people, ask, isOnline, nowMs = Date.now, patienceMs = PATIENCE_MS, rounds } = deps;

  /** Undefined if there is no answer. */
  async function askServer(
    person: LockPerson,
    pin: string,
    onAccepted: (remembered: Promise<void>) => void,
  ): Promise<Unlocked | PinProblem | undefined> {
    try {
      const { token, user } = await ask(person.id, pin);
      onAccepted(first(user, remember(user, pin)));
      return { is: "unlocked", user, token };
    } catch (error) {
      if (!isRefused(error)) return undefined;
      const problem = problemOf(error);
      return problem.is === "wrong" ? await afterRefusal(person, pin) : problem;
    }
  }

  async function remember(user: SessionUser, pin: string): Promise<void> {
    const verifier = await createVerifier(pin, await people.deviceKey(), rounds);
    await people.write(user.id, { hasPin: true, user, verifier, tries: NO_TRIES });
  }

  /**
   * The first time, waits until this till can check the PIN itself: the page may be closed at once,
   * and open again without a network. Later, the till can be used meanwhile.
   */
  async function first({ id }: SessionUser, remembering: Promise<void>): Promise<void> {
    const remembered = remembering.catch(() => undefined);
    const known = await people.read(id).catch(() => undefined);
    if (known !== undefined && known.verifier === undefined) await remembered;
  }

  /** A PIN that this till would accept is an old one: the person has another one now. */
  async function afterRefusal(person: LockPerson, pin: string): Promise<PinProblem> {
    const { verifier, ...row } = await people.read(person.id);
    if (verifier !== undefined && (await proves(pin, verifier, await people.deviceKey()))) {
      await people.write(person.id, row);
    }
    return { is: row.hasPin === false ? "no-pin" : "wrong" };
  }

  async function checkHere(person: LockPerson, pin: string): Promise<Unlocked | PinProblem> {
    const row = await people.read(person.id);
    const { user, verifier, tries } = row;
    if (user === undefined || verifier === undefined) return { is: "not-here" };
    const waitMs = lockedForMs(tries, nowMs());
    if (waitMs > 0) return { is: "locked", forMs: waitMs };
    // Counted first, so that closing the page does not save the try.
    const counted = afterWrongTry(tries, nowMs());
    await people.write(person.id, { ...row, tries: counted });
    if (!(await proves(pin, verifier, await people.deviceKey()))) {
      const forMs = lockedForMs(counted, nowMs());
      return forMs > 0 ? { is: "locked", forMs } : { is: "wrong", left: triesLeft(counted) };
    }
    await people.write(person.id, { ...row, tries: NO_TRIES });
    return { is: "unlocked", user: { ...user, role: person.role }, token: "" };
  }

  async function unlock(person: LockPerson, pin: string): Promise<UnlockResult> {
    if (!isOnline()) return checkHere(person, pin);
    let remembered: Promise<void> | undefined;
    const asked = askServer(person, pin, (work) => {
      remembered = work;
    });
    const afterwards = async (result: UnlockResult): Promise<UnlockResult> => {
      await Promise.race([remembered, after(patienceMs)]);
      return result;
    };
    const answer = await Promise.race([asked, after(patienceMs)]);
    if (answer !== undefined) return afterwards(answer);
    const here = await checkHere(person, pin);
    if (here.is === "unlocked") return { ...here, later: asked };
    // Only the server can say, so this till waits for it.
    return here.is === "not-here" ? afterwards((await asked) ?? here) : here;
  }

  return { unlock, checkHere };
}

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms));

const TOO_MANY = 429;

/** What the server's refusal of a PIN means. */
export function problemOf({ code, status, message, retryAfterMs }: RequestError): PinProblem {
  if (code === "wrong-pin") return { is: "wrong" };
  if (status === TOO_MANY) return { is: "locked", forMs: retryAfterMs ?? WAIT_MS };
  return { is: "other", text: message };
}
