import * as z from "zod/mini";

import { Cart } from "#web/state/cart.ts";

import type { DeviceStore } from "./database.ts";
import { type DeviceChange, UnsentSale } from "./rows.ts";

// Earlier versions of the app kept sales and carts in local storage, which a browser writes to the
// disk up to a minute later.

const UNSENT = "unsent-sales:";
const OPEN_CART = "till-cart:";
const PARKED_CARTS = "till-parked:";

const EarlierSale = z.omit(UnsentSale, { owner: true });
const EarlierSales = z.array(EarlierSale);
const EarlierParked = z.array(z.object({ id: z.string(), parkedMs: z.int(), cart: Cart }));

/**
 * Takes over what local storage holds of a shop. The removal there may be undone when the browser
 * dies, so what was taken over is remembered: a cart that was paid since must not come back.
 */
export async function moveFromLocalStorage(shop: string, store: DeviceStore): Promise<void> {
  for (const name of namesOf(shop)) {
    const text = localStorage.getItem(name) ?? "";
    const before = await store.movedFrom(name);
    if (before !== text) await store.moveFrom(name, text, changeFor(name, text, before));
    localStorage.removeItem(name);
  }
}

const namesOf = (shop: string): readonly string[] =>
  Object.keys(localStorage).filter((name) =>
    [UNSENT, OPEN_CART, PARKED_CARTS].some((prefix) => name.startsWith(`${prefix}${shop}/`)),
  );

function changeFor(name: string, text: string, before = ""): DeviceChange {
  const owner = name.slice(name.indexOf(":") + 1);
  if (name.startsWith(UNSENT)) {
    const known = new Set(salesIn(before).map(({ key }) => key));
    const sales = salesIn(text).filter(({ key }) => !known.has(key));
    return { saveSales: sales.map((sale) => ({ ...sale, owner })) };
  }
  const known = new Set(parkedIn(before).map(({ id }) => id));
  const carts = name.startsWith(PARKED_CARTS)
    ? parkedIn(text).filter(({ id }) => !known.has(id))
    : openIn(text);
  return {
    saveCarts: carts.map((cart) => ({ ...cart, owner, changedMs: Date.now(), version: 1 })),
  };
}

function parsed<Value>(schema: z.ZodMiniType<Value>, text: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const salesIn = (text: string) => parsed(EarlierSales, text) ?? [];
const parkedIn = (text: string) => parsed(EarlierParked, text) ?? [];

function openIn(text: string) {
  const cart = parsed(Cart, text);
  return cart === undefined || cart.lines.length === 0 ? [] : [{ id: crypto.randomUUID(), cart }];
}
