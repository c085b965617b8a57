import { useSyncExternalStore } from "react";

export type Store<Value> = Readonly<{
  get: () => Value;
  /** Notifies every listener, even if the value is the same. */
  set: (next: Value) => void;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
}>;

/** A value outside React that components can follow. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const useStore = <Value>(store: Pick<Store<Value>, "get" | "subscribe">) =>
  useSyncExternalStore(store.subscribe, store.get);

function subscribe(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** False is certain; true only means that some network is connected. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
