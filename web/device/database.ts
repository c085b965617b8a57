import { abandon, connect, type Database } from "./connection.ts";
import { StoredCart, UnsentSale, type DeviceChange, type DeviceRows } from "./rows.ts";

export type DeviceStore = Readonly<{
  read: () => Promise<DeviceRows>;
  /**
   * Resolves when the rows are stored; a sale then is on the disk, and not only in memory. False if
   * a cart that the change needs is gone. Rejects if the device cannot store it.
   */
  change: (change: DeviceChange) => Promise<boolean>;
  /** The text that was taken over from this item of local storage. */
  movedFrom: (name: string) => Promise<string | undefined>;
  /** Stores what was read from an item of local storage, and that it was. */
  moveFrom: (name: string, text: string, change: DeviceChange) => Promise<void>;
  close: () => void;
}>;

/** `isKept` is false if this browser stores nothing. */
export type Opened = Readonly<{ store: DeviceStore; isKept: boolean }>;

export async function openDeviceStore(shop: string): Promise<DeviceStore> {
  const { run, close } = await connect(shop);
  return {
    read: () => run(readRows),
    change: (change) => run((database) => write(database, change)),
    movedFrom: (name) => run((database) => database.get("moved", name)),
    moveFrom: async (name, text, change) => {
      await run((database) => write(database, change, { name, text }));
    },
    close,
  };
}

/** A row of an unknown shape stays where it is: a newer version of the app wrote it. */
async function readRows(database: Database): Promise<DeviceRows> {
  const stores = database.transaction(["unsent", "carts"]);
  const [unsent, carts] = await Promise.all([
    stores.objectStore("unsent").getAll(),
    stores.objectStore("carts").getAll(),
  ]);
  return {
    unsent: unsent
      .flatMap((row) => UnsentSale.safeParse(row).data ?? [])
      .toSorted((a, b) => a.madeMs - b.madeMs),
    carts: carts.flatMap((row) => StoredCart.safeParse(row).data ?? []),
  };
}

async function write(
  database: Database,
  { needsCarts = [], saveSales = [], dropSales = [], saveCarts = [], dropCarts = [] }: DeviceChange,
  moved?: Readonly<{ name: string; text: string }>,
): Promise<boolean> {
  // Strict waits for the disk. Without it a sale is lost when the phone or the browser dies soon after.
  const durability = saveSales.length > 0 || moved !== undefined ? "strict" : "relaxed";
  const all = database.transaction(["unsent", "carts", "moved"], "readwrite", { durability });
  const [unsent, carts] = [all.objectStore("unsent"), all.objectStore("carts")];
  const needed = await Promise.all(needsCarts.map((id) => carts.getKey(id)));
  if (needed.includes(undefined)) {
    await all.done;
    return false;
  }
  const requests: Promise<unknown>[] = [all.done];
  try {
    for (const key of dropSales) requests.push(unsent.delete(key));
    for (const id of dropCarts) requests.push(carts.delete(id));
    for (const sale of saveSales) requests.push(unsent.put(sale));
    for (const cart of saveCarts) requests.push(carts.put(cart));
    if (moved) requests.push(all.objectStore("moved").put(moved.text, moved.name));
    await Promise.all(requests);
    return true;
  } catch (error) {
    abandon(all);
    await Promise.allSettled(requests);
    throw error;
  }
}
