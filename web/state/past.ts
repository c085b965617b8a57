import { useEffect, useState } from "react";

import { can } from "#kernel/contract/rights.ts";
import type { Right } from "#kernel/contract/rights.ts";

import { session } from "./session.ts";
import { createStore, useStore } from "./store.ts";

/** A moment that every screen shows: as the API is asked for it, and when that was. */
export type Past = Readonly<{ asOf: string; atMs: number }>;

/** What lies over the page: the choice of a moment, or the events of a figure that is called so. */
export type Opened = Readonly<{
  path: string;
  events?: Readonly<{ name: string; ask: Readonly<Record<string, string>> }>;
}>;

type State = Readonly<{ past?: Past | undefined; opened?: Opened | undefined }>;

/** Of one tab, for as long as somebody is signed in. */
const KEPT = "past";

function kept(): Past | undefined {
  const [asOf, at] = sessionStorage.getItem(KEPT)?.split(" ") ?? [];
  return asOf && at && session.get() ? { asOf, atMs: Number(at) } : undefined;
}

const store = createStore<State>({ past: kept() });

/** Without one: back to now. */
function show(next?: Past): void {
  if (next === undefined) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, `${next.asOf} ${next.atMs}`);
  store.set({ past: next });
}

let token = session.get()?.token;
session.subscribe(() => {
  const next = session.get()?.token;
  if (next !== token) show();
  token = next;
});

export const past = {
  get: (): Past | undefined => store.get().past,
  show,
  open: (events?: Opened["events"]) =>
    store.set({ ...store.get(), opened: { path: location.pathname, ...(events && { events }) } }),
  close: () => store.set({ ...store.get(), opened: undefined }),
};

export const usePast = (): State => useStore(store);

/** What somebody may do: with the past nothing but look at it. */
export const may = (role: string, right: Right): boolean =>
  can(role, right) && (store.get().past === undefined || right.startsWith("see-"));

/** The time it is, or was. */
export const nowMs = (): number => store.get().past?.atMs ?? Date.now();

const EVERY_MS = 30_000;

/** The time for texts such as "5m ago", updated every 30 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * A question about the shop as it is, or was at the moment that is looked at: its key carries that moment, and each
 * try asks for it, whatever is looked at by then.
 */
export function ofMoment(key: readonly unknown[]) {
  const asOf = store.get().past?.asOf;
  const more = asOf && `as_of=${encodeURIComponent(asOf)}`;
  return {
    queryKey: asOf ? [...key, { asOf }] : key,
    at: (path: string): string => (more ? `${path}${path.includes("?") ? "&" : "?"}${more}` : path),
  };
}

export const isOfNow = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  typeof queryKey.at(-1) !== "object";
