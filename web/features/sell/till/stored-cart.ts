import { useCallback, useEffect, useState } from "react";

import { device } from "#web/device/device.ts";
import type { DeviceChange, DeviceRows, StoredCart } from "#web/device/rows.ts";
import { type Cart, isEmptyCart } from "#web/state/cart.ts";
import { useStore } from "#web/state/store.ts";

const shopOf = (owner: string): string => owner.slice(0, owner.indexOf("/"));

/**
 * Carts stay with the till: the customer waits at the counter when another person goes on. The sale
 * is that of the person who takes the money.
 */
const cartsOf = ({ carts }: DeviceRows, owner: string): readonly StoredCart[] =>
  carts.filter((cart) => shopOf(cart.owner) === shopOf(owner));

/** What this tab knows of its cart on the device. */
type Known = Readonly<{ id: string; cart: Cart; version: number; isWritten: boolean }>;

/**
 * That of the cart on this tab's screen. It outlives the screen, which may be locked and opened
 * again before the device has stored the cart, or when it cannot store it.
 */
let known: Known | undefined;

// The shop is left, and its carts with it.
device.subscribe(() => {
  if (!device.get().isReady) known = undefined;
});

export const hasCart = (id: string): boolean =>
  device.get().rows.carts.some((cart) => cart.id === id);

/** The id of this tab's cart: a reload goes on with it, whatever other tabs have sold since. */
const ownId = {
  read(): string | null {
    try {
      return sessionStorage.getItem("cart");
    } catch {
      return null;
    }
  },
  write(id: string): void {
    try {
      sessionStorage.setItem("cart", id);
    } catch {
      // Without storage, a reload shows the newest cart.
    }
  },
};

/** The cart that was on this tab's screen last, or else on any. */
export function openCart(owner: string): Pick<StoredCart, "id" | "cart"> | undefined {
  const open = cartsOf(device.get().rows, owner)
    .filter(({ parkedMs }) => parkedMs === undefined)
    .toSorted((a, b) => b.changedMs - a.changedMs);
  const own = ownId.read();
  const row = open.find(({ id }) => id === own) ?? open[0];
  const isAhead = known?.id === row?.id && (known?.version ?? 0) > (row?.version ?? 0);
  if (known?.isWritten === true && !isAhead) known = undefined;
  known ??= knownOf(row);
  return known;
}

export type ParkedCart = StoredCart & Readonly<{ parkedMs: number }>;

const isParked = (cart: StoredCart): cart is ParkedCart => cart.parkedMs !== undefined;

/** Carts put aside on this device, the latest first. */
export const useParkedCarts = (owner: string): readonly ParkedCart[] =>
  cartsOf(useStore(device).rows, owner)
    .filter(isParked)
    .toSorted((a, b) => b.parkedMs - a.parkedMs);

type StoringOptions = Readonly<{
  owner: string;
  id: string;
  cart: Cart;
  /** Another tab changed the cart. */
  onChanged: (cart: Cart) => void;
}>;

/**
 * Keeps the cart on the device at each change, and follows other tabs that show the same cart.
 * `goneId` is the cart that another tab paid, parked or emptied.
 */
export function useCartStoring({ owner, id, cart, onChanged }: StoringOptions) {
  const [goneId, setGoneId] = useState<string>();

  useEffect(() => {
    const before = known?.id === id ? known : undefined;
    if (before?.cart === cart) return;
    if (isEmptyCart(cart)) {
      known = undefined;
      if (before) void tryChange({ needsCarts: [id], dropCarts: [id] });
      return;
    }
    const row = rowOf({ owner, id, cart }, before);
    const next: Known = { id, cart, version: row.version, isWritten: before?.isWritten ?? false };
    const store = async () => {
      const result = await tryChange({
        saveCarts: [row],
        needsCarts: before?.isWritten === true ? [id] : [],
      });
      if (known?.id !== id) return;
      if (result === "gone") setGoneId(id);
      // What could not be stored is stored with the next change.
      if (result === "stored") known = { ...known, isWritten: true };
    };
    known = next;
    ownId.write(id);
    void store();
  }, [owner, id, cart]);

  useEffect(() => {
    const follow = () => {
      const { isReady, rows } = device.get();
      if (!isReady || known?.id !== id || !known.isWritten) return;
      const row = rows.carts.find((each) => each.id === id);
      if (row === undefined || isParked(row)) setGoneId(id);
      else if (row.version > known.version) {
        known = knownOf(row);
        onChanged(row.cart);
      }
    };
    return device.subscribe(follow);
  }, [id, onChanged]);

  return {
    goneId,
    /** The cart's row, and whether the device has it. The tab lets go of it: what comes next is not its own. */
    release: useCallback(() => {
      const before = known?.id === id ? known : undefined;
      known = undefined;
      const row = { ...rowOf({ owner, id, cart }, before), version: before?.version ?? 1 };
      return { row, isStored: before?.isWritten ?? false };
    }, [owner, id, cart]),
    /** The device has this row, and it is the cart of this tab. */
    hold: useCallback((row: StoredCart) => {
      known = knownOf(row);
      ownId.write(row.id);
    }, []),
  };
}

const knownOf = (row: StoredCart | undefined): Known | undefined =>
  row && { id: row.id, cart: row.cart, version: row.version, isWritten: true };

const rowOf = (
  cart: Pick<StoredCart, "owner" | "id" | "cart">,
  before: Known | undefined,
): StoredCart => ({ ...cart, changedMs: Date.now(), version: (before?.version ?? 0) + 1 });

/** `gone`: a cart that the change needs. Unless stored, nothing has changed on the device. */
export type ChangeResult = "stored" | "gone" | "failed";

/** Never rejects: the person goes on with the cart that the page has. */
export async function tryChange(change: DeviceChange): Promise<ChangeResult> {
  try {
    const isDone = await device.now()?.change(change);
    return isDone === false ? "gone" : "stored";
  } catch {
    return "failed";
  }
}
