import { useEffect, useState } from "react";
import * as z from "zod/mini";

import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { Cart, emptyCart } from "#web/state/cart.ts";

/** A cart put aside until its customer comes back. */
export const ParkedCart = z.object({ id: z.string(), parkedMs: z.int(), cart: Cart });
export type ParkedCart = z.infer<typeof ParkedCart>;

/** Per person and shop. */
export const draftStore = deviceStore("cart", Cart, emptyCart);
export const parkedStore = deviceStore("parked", z.array(ParkedCart), []);

/** Per shop on this device, for all staff. */
export const favouriteStore = deviceStore("favourites", z.array(z.string()), []);
export const tenderStore = deviceStore("tenders", z.array(PaymentMethod), []);

/** A value in local storage. If storage is full or blocked, it lasts as long as the page. */
function deviceStore<Value>(name: string, schema: z.ZodMiniType<Value>, fallback: Value) {
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

type Store<Value> = ReturnType<typeof deviceStore<Value>>;

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
