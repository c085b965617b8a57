import { useCallback, useEffect, useRef, useState } from "react";

import { device } from "#web/device/device.ts";
import type { DeviceChange, DeviceRows, StoredCart } from "#web/device/rows.ts";
import { type Cart, isEmptyCart } from "#web/state/cart.ts";
import { useStore } from "#web/state/store.ts";

const cartsOf = ({ carts }: DeviceRows, owner: string): readonly StoredCart[] =>
  carts.filter((cart) => cart.owner === owner);

/** The cart that was on this person's screen last. */
export const openCartOf = (rows: DeviceRows, owner: string): StoredCart | undefined =>
  cartsOf(rows, owner)
    .filter(({ parkedMs }) => parkedMs === undefined)
    .toSorted((a, b) => b.changedMs - a.changedMs)[0];

export type ParkedCart = StoredCart & Readonly<{ parkedMs: number }>;

const isParked = (cart: StoredCart): cart is ParkedCart => cart.parkedMs !== undefined;

/** Carts put aside on this device, the latest first. */
export const useParkedCarts = (owner: string): readonly ParkedCart[] =>
  cartsOf(useStore(device).rows, owner)
    .filter(isParked)
    .toSorted((a, b) => b.parkedMs - a.parkedMs);

/** What this tab knows of its cart on the device. */
type Known = Readonly<{ id: string; cart: Cart; version: number; isWritten: boolean }>;

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
  const known = useRef(knownOf(openCartOf(device.get().rows, owner)));
  const [goneId, setGoneId] = useState<string>();

  useEffect(() => {
    const before = known.current?.id === id ? known.current : undefined;
    if (before?.cart === cart) return;
    if (isEmptyCart(cart)) {
      known.current = undefined;
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
      const now = known.current;
      if (now?.id !== id) return;
      if (result === "gone") setGoneId(id);
      // A cart that could not be stored is stored as a new one at its next change.
      if (result === "failed" && now === next) known.current = before;
      if (result === "stored") known.current = { ...now, isWritten: true };
    };
    known.current = next;
    void store();
  }, [owner, id, cart]);

  useEffect(() => {
    const follow = () => {
      const { isReady, rows } = device.get();
      const { current } = known;
      if (!isReady || current?.id !== id || !current.isWritten) return;
      const row = rows.carts.find((each) => each.id === id);
      if (row === undefined || isParked(row)) setGoneId(id);
      else if (row.version > current.version) {
        known.current = knownOf(row);
        onChanged(row.cart);
      }
    };
    return device.subscribe(follow);
  }, [id, onChanged]);

  return {
    goneId,
    /** The cart's row, and whether the device has it. The tab lets go of it: what comes next is not its own. */
    release: useCallback(() => {
      const before = known.current?.id === id ? known.current : undefined;
      known.current = undefined;
      const row = { ...rowOf({ owner, id, cart }, before), version: before?.version ?? 1 };
      return { row, isStored: before?.isWritten ?? false };
    }, [owner, id, cart]),
    /** The device has this row, and it is the cart of this tab. */
    hold: useCallback((row: StoredCart) => {
      known.current = knownOf(row);
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
