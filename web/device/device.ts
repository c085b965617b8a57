import { session } from "#web/state/session.ts";
import { createStore } from "#web/state/store.ts";

import { applied, NO_ROWS } from "./applied.ts";
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
  /** Resolves when the change is stored: false if the cart that it needs is gone. */
  change: (change: DeviceChange) => Promise<boolean>;
  close: () => void;
}>;

const NOT_READY: DeviceState = { isReady: false, isKept: true, rows: NO_ROWS };

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
  /** Counts what this tab stored: rows that were read before are not taken over. */
  let changes = 0;
  const publish = (next: DeviceState): void => {
    if (isOpen) state.set(next);
  };
  const opened = open(shop);

  async function read(): Promise<void> {
    const before = changes;
    const { store, isKept } = await opened;
    const rows = await store.read();
    if (before === changes) publish({ isReady: true, isKept, rows });
    else await read();
  }

  async function change(wanted: DeviceChange): Promise<boolean> {
    const { store } = await opened;
    const isDone = await store.change(wanted);
    changes += 1;
    if (!isDone || !isOpen) return isDone;
    const { isReady, rows, ...rest } = state.get();
    // Rows that are being read now are read again.
    const after = isReady ? applied(rows, { ...wanted, needsCart: undefined }) : undefined;
    if (after) publish({ ...rest, isReady, rows: after });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    tabs.postMessage("changed");
    return true;
  }

  // Rows that cannot be read again now are read after the next change.
  const readAgain = () => void read().catch(() => undefined);
  tabs.addEventListener("message", readAgain);
  readAgain();
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
