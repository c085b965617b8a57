import { deleteDB, openDB } from "idb";

/** An empty device for the next test, when the session has ended. */
export async function clearDevice(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (name !== undefined) await deleteDB(name);
  }
}

const SHOP = "tenant-adom";

type Store = "unsent" | "carts";

async function rowsOf(store: Store): Promise<readonly unknown[]> {
  const database = await openDB(`tillbook-till:${SHOP}`);
  const rows: unknown[] = await database.getAll(store);
  database.close();
  return rows;
}

/** What the device keeps in a store, as text. */
export const onDevice = async (store: Store): Promise<string> =>
  JSON.stringify(await rowsOf(store));

export const countOnDevice = async (store: Store): Promise<number> => (await rowsOf(store)).length;

/** As another tab writes or removes it, which tells this one. */
export async function fromOtherTab(store: Store, row: object | "cleared"): Promise<void> {
  await unseenFromOtherTab(store, row);
  const tabs = new BroadcastChannel(`tillbook-till:${SHOP}`);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  tabs.postMessage("changed");
  tabs.close();
}

/** The same, but this tab has not heard of it yet. */
export async function unseenFromOtherTab(store: Store, row: object | "cleared"): Promise<void> {
  const database = await openDB(`tillbook-till:${SHOP}`);
  try {
    await (row === "cleared" ? database.clear(store) : database.put(store, row));
  } finally {
    database.close();
  }
}
