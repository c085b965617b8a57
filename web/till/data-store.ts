import type * as z from "zod/mini";

import { TillCustomer, TillPerson, TillProduct } from "#kernel/contract/api/till/changes.ts";
import type { Connection, Database } from "#web/device/connection.ts";

import type { DataChange } from "./data.ts";
import { DataRow } from "./rows.ts";
import type { TillData } from "./till-now.ts";

const DATA = "data";
const STORES = ["products", "customers", "people"] as const;

export type KeptData = Readonly<{ data: TillData; isPartial: boolean }>;

/** What the till has downloaded. */
export function createDataStore({ run }: Connection) {
  return {
    read: (): Promise<KeptData | undefined> =>
      run(async (database) => {
        const all = database.transaction(["meta", ...STORES]);
        const [stored, products, customers, people] = await Promise.all([
          all.objectStore("meta").get(DATA),
          all.objectStore("products").getAll(),
          all.objectStore("customers").getAll(),
          all.objectStore("people").getAll(),
        ]);
        const row = DataRow.safeParse(stored).data;
        if (row === undefined) return undefined;
        const data = {
          seq: row.seq,
          takenMs: row.takenMs,
          settings: row.settings,
          products: readable(products, TillProduct),
          customers: readable(customers, TillCustomer),
          people: readable(people, TillPerson),
        };
        return { data, isPartial: row.isPartial === true || row.knowsTax !== true };
      }),

    /** The rows and their position together. */
    save: (row: DataRow, { isWhole, ...changes }: DataChange): Promise<void> =>
      run(async (database) => {
        const all = database.transaction(["meta", ...STORES], "readwrite");
        const requests: Promise<unknown>[] = [
          all.objectStore("meta").put({ ...row, knowsTax: true }, DATA),
        ];
        for (const name of STORES) {
          const store = all.objectStore(name);
          if (isWhole) requests.push(store.clear());
          requests.push(...changes[name].put.map((item) => store.put(item)));
          requests.push(...changes[name].drop.map((id) => store.delete(id)));
        }
        await Promise.all([all.done, ...requests]);
      }),

    forgetCustomers: (row: DataRow): Promise<void> =>
      run(async (database) => {
        const all = database.transaction(["meta", "customers"], "readwrite");
        await Promise.all([
          all.objectStore("customers").clear(),
          all.objectStore("meta").put({ ...row, isPartial: true }, DATA),
          all.done,
        ]);
      }),
  };
}

export type DataStore = ReturnType<typeof createDataStore>;

const readable = <Item>(rows: readonly object[], schema: z.ZodMiniType<Item>): Item[] =>
  rows.flatMap((row) => schema.safeParse(row).data ?? []);

/** Rows of other parts of the app, beside the till's own. A change resolves when it is on the disk. */
export function createPartStore({ run }: Connection) {
  const nameOf = (key: string): string => `part:${key}`;
  const begin = (database: Database) =>
    database.transaction("meta", "readwrite", { durability: "strict" });
  type Meta = ReturnType<typeof begin>["store"];
  const change = (work: (meta: Meta) => Promise<unknown>): Promise<void> =>
    run(async (database) => {
      const { store, done } = begin(database);
      await Promise.all([work(store), done]);
    });
  return {
    get: (key: string): Promise<unknown> => run((database) => database.get("meta", nameOf(key))),
    put: (key: string, value: unknown): Promise<void> =>
      change((meta) => meta.put(value, nameOf(key))),
    delete: (key: string): Promise<void> => change((meta) => meta.delete(nameOf(key))),
  };
}

export type PartStore = ReturnType<typeof createPartStore>;
