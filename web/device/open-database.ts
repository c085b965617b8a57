import { openDeviceStore, type DeviceStore, type Opened } from "./database.ts";
import { moveFromLocalStorage } from "./local-storage.ts";
import type { DeviceChange, DeviceRows } from "./rows.ts";

/** Opens the database of a shop, with what earlier versions kept in local storage. */
export async function openDatabase(shop: string): Promise<Opened> {
  const opened = await openOrPage(shop);
  // What cannot be taken over now stays where it is for the next start.
  await moveFromLocalStorage(shop, opened.store).catch(() => undefined);
  return opened;
}

async function openOrPage(shop: string): Promise<Opened> {
  try {
    const store = await openDeviceStore(shop);
    await store.read();
    return { store, isKept: true };
  } catch {
    return { store: createPageStore(), isKept: false };
  }
}

/** For browsers without a database: the rows last as long as the page. */
function createPageStore(): DeviceStore {
  let rows: DeviceRows = { unsent: [], carts: [] };
  const change = (wanted: DeviceChange): Promise<boolean> => {
    const next = applied(rows, wanted);
    rows = next ?? rows;
    return Promise.resolve(next !== undefined);
  };
  return {
    read: () => Promise.resolve(rows),
    change,
    movedFrom: () => Promise.resolve(undefined),
    moveFrom: async (_name, _text, wanted) => void (await change(wanted)),
    close: () => undefined,
  };
}

/** Undefined if a cart that the change needs is gone. */
function applied(rows: DeviceRows, change: DeviceChange): DeviceRows | undefined {
  const {
    needsCarts = [],
    saveSales = [],
    dropSales = [],
    saveCarts = [],
    dropCarts = [],
  } = change;
  const sales = new Map(rows.unsent.map((sale) => [sale.key, sale]));
  const carts = new Map(rows.carts.map((cart) => [cart.id, cart]));
  if (!needsCarts.every((id) => carts.has(id))) return undefined;
  for (const key of dropSales) sales.delete(key);
  for (const id of dropCarts) carts.delete(id);
  for (const sale of saveSales) sales.set(sale.key, sale);
  for (const cart of saveCarts) carts.set(cart.id, cart);
  return { unsent: [...sales.values()], carts: [...carts.values()] };
}
