import * as z from "zod/mini";

import { SessionTenant, SessionUser } from "#kernel/contract/api/session.ts";

import { createStore } from "./store.ts";

/** The specification fixes these three keys of local storage. */
const KEYS = ["token", "user", "tenant"] as const;

/**
 * `only_setup`: the session allows nothing but setting up two-factor sign-in. `only_sell`: it was
 * begun with a PIN and opens only Sell. `locked`: it waits for the next PIN.
 */
const User = z.extend(SessionUser, {
  only_setup: z.optional(z.boolean()),
  only_sell: z.optional(z.boolean()),
  locked: z.optional(z.boolean()),
});

/**
 * A super admin's session in a shop ends by itself at `until`. The token is empty while the till is
 * locked, and if it was unlocked without a network.
 */
export const Session = z.object({
  token: z.string(),
  user: User,
  tenant: SessionTenant,
  until: z.optional(z.string()),
});
export type Session = z.infer<typeof Session>;

/** Kept per tab, beside the super admin's own session. */
const VISIT = "visit";

function readJson(key: string, storage: Storage = localStorage): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return undefined;
  }
}

function read(): Session | undefined {
  const visiting = Session.safeParse(readJson(VISIT, sessionStorage));
  if (visiting.success) return visiting.data;
  const token = localStorage.getItem("token");
  const stored = Session.safeParse({ token, user: readJson("user"), tenant: readJson("tenant") });
  return stored.success ? stored.data : undefined;
}

const first = read();
const store = createStore(first);

// Another tab signed in or out.
window.addEventListener("storage", (event) => {
  if (event.key === null || KEYS.some((key) => key === event.key)) store.set(read());
});

const start = (next: Session): void => {
  localStorage.setItem("token", next.token);
  localStorage.setItem("user", JSON.stringify(next.user));
  localStorage.setItem("tenant", JSON.stringify(next.tenant));
  store.set(next);
};

/** Starts a read-only session of a super admin in a shop. */
const visit = (next: Session): void => {
  sessionStorage.setItem(VISIT, JSON.stringify(next));
  store.set(next);
};

/** When a super admin leaves a shop, their own session continues. */
const end = (): void => {
  if (sessionStorage.getItem(VISIT) !== null) {
    sessionStorage.removeItem(VISIT);
    store.set(read());
    return;
  }
  for (const key of KEYS) localStorage.removeItem(key);
  if (store.get() !== undefined) store.set(undefined);
};

/** Ends what the person may do here. Shop and name stay, so that the next PIN goes on at once. */
const lock = (): void => {
  const current = store.get();
  if (current === undefined || isVisit(current)) return;
  start({ ...current, token: "", user: { ...current.user, only_sell: true, locked: true } });
};

type Unlocked = Readonly<{ token: string; user: z.infer<typeof SessionUser> }>;

/** Someone proved to be `user`. Without a network there is no token. */
const unlock = ({ token, user }: Unlocked): void => {
  const current = store.get();
  if (current === undefined) return;
  start({ token, tenant: current.tenant, user: { ...user, only_sell: true } });
};

/** The server no longer knows the session. A till is locked, so that its cart stays on the screen. */
const expire = (): void => {
  if (store.get()?.user.only_sell === true) lock();
  else end();
};

/** The session is still the one with which the page began. */
const isFirst = (): boolean => store.get() === first;

const { get, subscribe } = store;
export const session = { get, isFirst, start, visit, end, lock, unlock, expire, subscribe };

/** The token that requests carry, if there is one. */
export function tokenNow(): string | undefined {
  const token = store.get()?.token;
  return token === "" ? undefined : token;
}

export const isLocked = (of: Session | undefined): boolean => of?.user.locked === true;
/** A session that was begun with a PIN opens only Sell. */
export const isOnlySell = (of: Session | undefined): boolean => of?.user.only_sell === true;

export const SUPER_ADMIN = "super_admin";
export const isSuperAdmin = (of: Session | undefined): boolean => of?.user.role === SUPER_ADMIN;

/** The role of a super admin who is viewing a shop; it may only read. */
export const VISITOR = "support";
export const isVisit = (of: Session | undefined): boolean => of?.user.role === VISITOR;
