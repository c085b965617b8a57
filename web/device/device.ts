import { session } from "#web/state/session.ts";
import { createStore } from "#web/state/store.ts";

import type { Opened } from "./database.ts";
import type { DeviceChange, DeviceRows } from "./rows.ts";

// What this device keeps for the shop that is signed in: a copy of its database in memory, the same
// in every tab.

export type DeviceState = Readonly<{
  /** False until the rows are read. */
  isReady: boolean;
  /** False if this browser stores nothing: the rows are lost when the page closes. */
  isKept: boolean;
  rows: DeviceRows;
}>;

export type Device = Readonly<{
  shop: string;
  /** Resolves when the change is stored: false if a cart that it needs is gone. */
  change: (change: DeviceChange) => Promise<boolean>;
  close: () => void;
}>;

const NOT_READY: DeviceState = { isReady: false, isKept: true, rows: { unsent: [], carts: [] } };

const state = createStore(NOT_READY);
let current: Device | undefined;

function followSession(): void {
  const shop = session.get()?.tenant.id;
  if (shop === current?.shop) return;
  current?.close();
  current = shop === undefined ? undefined : openDevice(shop);
}

function openDevice(shop: string): Device {
  state.set(NOT_READY);
  const tabs = new BroadcastChannel(`tillbook-till:${shop}`);
  let isOpen = true;
  const opened = open(shop);
  let reads = 0;
  let shown = 0;

  async function read(): Promise<void> {
    reads += 1;
    const own = reads;
    const { store, isKept } = await opened;
    const rows = isOpen ? await store.read() : undefined;
    if (!isOpen || rows === undefined || own < shown) return;
    shown = own;
    state.set({ isReady: true, isKept, rows });
  }

  /** Rows that cannot be read now are read after the next change. */
  const tryRead = (): Promise<void> => read().catch(() => undefined);

  async function change(wanted: DeviceChange): Promise<boolean> {
    const { store } = await opened;
    const isDone = await store.change(wanted);
    if (isOpen) await tryRead();
    if (!isOpen) return isDone;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    tabs.postMessage("changed");
    return isDone;
  }

  tabs.addEventListener("message", () => void tryRead());
  void tryRead();
  return {
    shop,
    change,
    close: () => {
      isOpen = false;
      tabs.close();
      state.set(NOT_READY);
      // Changes that are under way end first.
      void opened.then(({ store }) => store.close());
    },
  };
}

/** A chunk of its own: only the sell screen waits for it. */
async function open(shop: string): Promise<Opened> {
  const { openDatabase } = await import("./open-database.ts");
  return openDatabase(shop);
}

session.subscribe(followSession);
followSession();

export const device = {
  /** That of the shop that is signed in. */
  now: (): Device | undefined => current,
  get: state.get,
  subscribe: state.subscribe,
};
