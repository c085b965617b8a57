import { useEffect, useState } from "react";

import { can } from "#kernel/contract/rights.ts";
import type { Right } from "#kernel/contract/rights.ts";

import { session } from "./session.ts";
import { createStore, useStore } from "./store.ts";

/** The past date that all screens show: `asOf` as the API takes it, and its time. */
export type Past = Readonly<{ asOf: string; atMs: number }>;

/** The open overlay: the choice of a date, or the events behind a figure with its name. */
export type Opened = Readonly<{
  path: string;
  events?: Readonly<{ name: string; ask: Readonly<Record<string, string>> }>;
}>;

type State = Readonly<{ past?: Past | undefined; opened?: Opened | undefined }>;

/** Kept per tab, until the person signs out. */
const KEPT = "past";

function kept(): Past | undefined {
  const [asOf, at] = sessionStorage.getItem(KEPT)?.split(" ") ?? [];
  return asOf && at && session.get() ? { asOf, atMs: Number(at) } : undefined;
}

const store = createStore<State>({ past: kept() });

/** Shows a past date; without an argument, the present. */
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

/** What a role may do now. While a past date is shown, only rights to see things remain. */
export const may = (role: string, right: Right): boolean =>
  can(role, right) && (store.get().past === undefined || right.startsWith("see-"));

/** The current time, or that of the chosen past date. */
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
 * Binds a query to the chosen past date: in its key and in the path of each try, even if another
 * date is chosen later.
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
