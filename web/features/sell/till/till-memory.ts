import { useEffect, useState } from "react";
import * as z from "zod/mini";

import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { Cart, emptyCart } from "#web/state/cart.ts";

/** A cart that waits for its customer to come back. */
export const ParkedCart = z.object({ id: z.string(), parkedMs: z.int(), cart: Cart });
export type ParkedCart = z.infer<typeof ParkedCart>;

/** Of a person in a shop. */
export const draftStore = deviceStore("cart", Cart, emptyCart);
export const parkedStore = deviceStore("parked", z.array(ParkedCart), []);

/** Of a shop on this device, whoever sells. */
export const favouriteStore = deviceStore("favourites", z.array(z.string()), []);
export const tenderStore = deviceStore("tenders", z.array(PaymentMethod), []);

/** Something this device remembers of a shop, or of a person in it. Without room it is forgotten with the page. */
export function deviceStore<Value>(name: string, schema: z.ZodMiniType<Value>, fallback: Value) {
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
        // The page still has it.
      }
    },
    /** Calls when another tab wrote it. */
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

/** Something the device remembers, as state of the screen; what another tab of it changes is not written over. */
export function useStored<Value>(store: Store<Value>, owner: string) {
  const [value, setValue] = useState(() => store.read(owner));
  useEffect(() => store.watch(owner, () => setValue(store.read(owner))), [store, owner]);
  const change = (next: Value) => {
    setValue(next);
    store.write(owner, next);
  };
  return [value, change] as const;
}
