import * as z from "zod/mini";

import { SessionTenant, SessionUser } from "#kernel/contract/api/auth.ts";
import { Currency } from "#kernel/contract/money.ts";

/** Three keys of local storage, by the names the specification gives them. */
const KEYS = ["token", "user", "tenant"] as const;

const Session = z.object({ token: z.string(), user: SessionUser, tenant: SessionTenant });
export type Session = z.infer<typeof Session>;

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return undefined;
  }
}

function read(): Session | undefined {
  const token = localStorage.getItem("token");
  const stored = Session.safeParse({ token, user: readJson("user"), tenant: readJson("tenant") });
  return stored.success ? stored.data : undefined;
}

let current = read();
const listeners = new Set<() => void>();

function publish(next: Session | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

// Another tab signed in or out.
window.addEventListener("storage", (event) => {
  if (event.key === null || KEYS.some((key) => key === event.key)) publish(read());
});

const start = (next: Session): void => {
  localStorage.setItem("token", next.token);
  localStorage.setItem("user", JSON.stringify(next.user));
  localStorage.setItem("tenant", JSON.stringify(next.tenant));
  publish(next);
};

const end = (): void => {
  for (const key of KEYS) localStorage.removeItem(key);
  if (current !== undefined) publish(undefined);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const session = { get: (): Session | undefined => current, start, end, subscribe };

const SUPER_ADMIN = "super_admin";
export const isSuperAdmin = (of: Session | undefined): boolean => of?.user.role === SUPER_ADMIN;

const DEFAULT_CURRENCY: Currency = "GHS";

/** The shop's present currency; a sale carries its own. */
export const currencyOf = (code: string | undefined): Currency => {
  const parsed = Currency.safeParse(code);
  return parsed.success ? parsed.data : DEFAULT_CURRENCY;
};
