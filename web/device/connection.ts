import { openDB, type DBSchema, type IDBPDatabase } from "idb";

import type { StoredCart, UnsentSale } from "./rows.ts";

// One database a shop. A later version only adds stores.

const VERSION = 2;

/** A row of the till, which is parsed when it is read. */
type TillRows<Key extends IDBValidKey> = { key: Key; value: object };

type Stores = DBSchema & {
  /** Sales of the route without a till. */
  unsent: { key: string; value: UnsentSale };
  carts: { key: string; value: StoredCart };
  /** What was taken over from local storage: by its name there, the text. */
  moved: { key: string; value: string };
  meta: { key: string; value: unknown };
  products: TillRows<string>;
  customers: TillRows<string>;
  people: TillRows<string>;
  /** Entries without an answer, by the key of the till and their number. */
  outbox: TillRows<[generation: number, seq: number]>;
  /** The till's own sales. */
  sales: TillRows<string> & {
    indexes: {
      at: number;
      state: string;
      /** The end of the log in the answer to the sale; unsent ones have none. */
      logSeq: number;
      place: [generation: number, seq: number];
    };
  };
};

export type Database = IDBPDatabase<Stores>;

const PREFIX = "tillbook-till:";
export const databaseOf = (shop: string): string => `${PREFIX}${shop}`;

/** The shops that have a database on this device. */
export async function shopsHere(): Promise<string[]> {
  const all = await indexedDB.databases();
  return all.flatMap(({ name }) =>
    name?.startsWith(PREFIX) === true ? [name.slice(PREFIX.length)] : [],
  );
}

export type Connection = Readonly<{
  run: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>;
  close: () => void;
}>;

/** Rejects if this browser stores nothing. `onDeleted`: the data of this site were cleared. */
export async function connect(shop: string, onDeleted?: () => void): Promise<Connection> {
  let opened: Promise<Database> | undefined;
  let ready: Database | undefined;
  const forget = (): void => {
    opened = undefined;
    ready = undefined;
  };
  const onEnded = (isDeleted: boolean): void => {
    forget();
    if (isDeleted) onDeleted?.();
  };
  const open = (): Promise<Database> => (opened ??= openStores(shop, onEnded));
  ready = await open();
  return {
    /**
     * The work begins at once if it can. A browser may end the connection of a page that it had put
     * to sleep.
     */
    run: async (work) => {
      try {
        return await work((ready ??= await open()));
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
        forget();
        return work((ready = await open()));
      }
    },
    close: () => void opened?.then((database) => database.close()),
  };
}

const openStores = (shop: string, onEnded: (isDeleted: boolean) => void): Promise<Database> =>
  openDB<Stores>(databaseOf(shop), VERSION, {
    upgrade: (fresh, before) => {
      if (before < 1) {
        fresh.createObjectStore("unsent", { keyPath: "key" });
        fresh.createObjectStore("carts", { keyPath: "id" });
        fresh.createObjectStore("moved");
      }
      if (before < 2) addTill(fresh);
    },
    // A newer version of the app, in another tab, adds a store, or the data are deleted.
    blocking: (_from, to, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      onEnded(to === null);
    },
    terminated: () => onEnded(true),
  });

function addTill(fresh: Database): void {
  fresh.createObjectStore("meta");
  for (const name of ["products", "customers", "people"] as const) {
    fresh.createObjectStore(name, { keyPath: "id" });
  }
  fresh.createObjectStore("outbox", { keyPath: ["generation", "entry.seq"] });
  const sales = fresh.createObjectStore("sales", { keyPath: "entry.id" });
  sales.createIndex("at", "entry.at");
  sales.createIndex("state", "state");
  sales.createIndex("logSeq", "logSeq");
  sales.createIndex("place", ["generation", "entry.seq"]);
}

/** So that nothing of it is stored. */
export function abandon(begun: Readonly<{ abort: () => void }>): void {
  try {
    begun.abort();
  } catch {
    // The failed request has ended it already.
  }
}
