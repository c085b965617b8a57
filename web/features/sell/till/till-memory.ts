import { useEffect, useState } from "react";
import * as z from "zod/mini";

/** Habits of a shop on this device, for all staff. */
export const favouriteStore = habitStore("favourites", z.array(z.string()), []);
/** How often each product was sold on this device, by its id. */
export const soldStore = habitStore("sold", z.record(z.string(), z.int()), {});
/** Sales that were set aside, and that a person has seen. */
export const seenAsideStore = habitStore("seen-aside", z.array(z.string()), []);

/** A value in local storage: it may be lost. If storage is full or blocked, it lasts as long as the page. */
function habitStore<Value>(name: string, schema: z.ZodMiniType<Value>, fallback: Value) {
  const storedAs = (owner: string): string => `till-${name}:${owner}`;
  return {
    read(owner: string): Value {
      try {
        const text = localStorage.getItem(storedAs(owner));
        const parsed = text === null ? undefined : schema.safeParse(JSON.parse(text));
        return parsed?.success === true ? parsed.data : fallback;
      } catch {
        return fallback;
      }
    },
    write(owner: string, value: Value): void {
      try {
        localStorage.setItem(storedAs(owner), JSON.stringify(value));
      } catch {
        // Storage is full or blocked: the page still has the value.
      }
    },
    /** Calls `changed` when another tab wrote the value. */
    watch(owner: string, changed: () => void): () => void {
      const hear = ({ key }: StorageEvent) => {
        if (key === storedAs(owner)) changed();
      };
      window.addEventListener("storage", hear);
      return () => window.removeEventListener("storage", hear);
    },
  };
}

type Store<Value> = ReturnType<typeof habitStore<Value>>;

/** A stored value as React state. Changes by other tabs are taken over. */
export function useStored<Value>(store: Store<Value>, owner: string) {
  const [value, setValue] = useState(() => store.read(owner));
  useEffect(() => store.watch(owner, () => setValue(store.read(owner))), [store, owner]);
  const change = (next: Value) => {
    setValue(next);
    store.write(owner, next);
  };
  return [value, change] as const;
}
