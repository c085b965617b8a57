import { applied, NO_ROWS } from "./applied.ts";
import { openDeviceStore, type DeviceStore, type Opened } from "./database.ts";
import { moveFromLocalStorage } from "./local-storage.ts";
import type { DeviceChange } from "./rows.ts";

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
  let rows = NO_ROWS;
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
