import { abandon, type Connection, type Database } from "#web/device/connection.ts";

import { afterAnswer, entriesAgain, type Said, type Settled } from "./answers.ts";
import { isEntryId } from "./entry-id.ts";
import { OutboxRow, SaleRow, TillRow } from "./rows.ts";
import type { MadeSale } from "./sale-entry.ts";
import type { NewKeys } from "./signer.ts";
import { CartGone, NoTill } from "./till-now.ts";

// What the till does with its database. Each is one transaction.

const TILL = "till";
const KEYS = "keys";

export type NewSale = Readonly<{
  cartId: string;
  /** The device has the cart: if it is gone, another tab has paid or emptied it. */
  isStored: boolean;
  make: (till: TillRow) => MadeSale;
}>;

export type Answered = Readonly<{
  said: Said;
  settled: readonly Settled[];
  offsetMs: number;
  nowMs: number;
}>;

/** `sales` are those that changed. */
export type AfterAnswered = Readonly<{
  till: TillRow;
  sales: readonly SaleRow[];
  isResent: boolean;
}>;

export function createTillStore({ run }: Connection) {
  return {
    readTill: (): Promise<TillRow | undefined> => run(readTill),

    readKeys: (): Promise<CryptoKeyPair | undefined> =>
      run(async (database) => toKeys(await database.get("meta", KEYS))),

    /** Stores a till under a new key, unless another tab has: then that one is returned. */
    begin: (till: TillRow, { keys }: NewKeys): Promise<TillRow> =>
      run(async (database) => {
        const all = database.transaction("meta", "readwrite", { durability: "strict" });
        const known = TillRow.safeParse(await all.store.get(TILL)).data;
        const isOther = known !== undefined && known.generation >= till.generation;
        if (!isOther) await Promise.all([all.store.put(keys, KEYS), all.store.put(till, TILL)]);
        await all.done;
        return isOther ? known : till;
      }),

    changeTill: (change: (till: TillRow) => TillRow): Promise<TillRow> =>
      run(async (database) => {
        const all = database.transaction("meta", "readwrite");
        const next = change(TillRow.parse(await all.store.get(TILL)));
        await all.store.put(next, TILL);
        await all.done;
        return next;
      }),

    recordSale: (sale: NewSale): Promise<MadeSale> => run((database) => recordSale(database, sale)),

    /** The oldest entries that have no answer. A row that this version cannot read ends them. */
    oldest: (generation: number, count: number): Promise<OutboxRow[]> =>
      run(async (database) => {
        const found = await database.getAll("outbox", within(generation), count);
        const rows = found.map((row) => OutboxRow.safeParse(row).data);
        const end = rows.indexOf(undefined);
        return rows.slice(0, end === -1 ? rows.length : end).flatMap((row) => row ?? []);
      }),

    countUnsent: (): Promise<number> => run((database) => database.count("outbox")),
    readUnsent: (): Promise<object[]> => run((database) => database.getAll("outbox")),

    answered: (answered: Answered): Promise<AfterAnswered> =>
      run((database) => storeAnswer(database, answered)),

    /** `sinceMs`: of the sales that are sent, those from then on are read. */
    readSales: ({
      sinceMs,
      dataSeq,
    }: Readonly<{ sinceMs: number; dataSeq: number }>): Promise<SaleRow[]> =>
      run(async (database) => {
        const sales = ofSales(database);
        const found = await Promise.all([
          sales.index("at").getAll(IDBKeyRange.lowerBound(sinceMs)),
          sales.index("state").getAll("to-send"),
          sales.index("state").getAll("aside"),
          sales.index("logSeq").getAll(IDBKeyRange.lowerBound(dataSeq, true)),
        ]);
        const rows = found.flat().flatMap((row) => SaleRow.safeParse(row).data ?? []);
        return [...new Map(rows.map((sale) => [sale.entry.id, sale])).values()];
      }),

    /** Forgets sales that were sent and are older. */
    dropSalesBefore: (ms: number): Promise<void> =>
      run(async (database) => {
        const all = database.transaction("sales", "readwrite");
        const old = all.store.index("at").iterate(IDBKeyRange.upperBound(ms, true));
        for await (const cursor of old) {
          if (SaleRow.safeParse(cursor.value).data?.state === "sent") await cursor.delete();
        }
        await all.done;
      }),

    /** Everything of the till, but not the carts and the sales of the route without a till. */
    wipe: (till: TillRow): Promise<void> =>
      run(async (database) => {
        const all = database.transaction(OWN_STORES, "readwrite");
        await Promise.all(OWN_STORES.map((name) => all.objectStore(name).clear()));
        await all.objectStore("meta").put(till, TILL);
        await all.done;
      }),
  };
}

export type TillStore = ReturnType<typeof createTillStore>;

const OWN_STORES = ["meta", "products", "customers", "people", "outbox", "sales"] as const;

const MOST_SEQ = Number.MAX_SAFE_INTEGER;
const within = (generation: number, from = 0, to = MOST_SEQ): IDBKeyRange =>
  IDBKeyRange.bound([generation, from], [generation, to]);

const ofSales = (database: Database) => database.transaction("sales").store;

/** Throws if a newer version of the app wrote the row. */
async function readTill(database: Database): Promise<TillRow | undefined> {
  const row = await database.get("meta", TILL);
  return row === undefined ? undefined : TillRow.parse(row);
}

const isKey = (value: unknown): value is CryptoKey =>
  typeof value === "object" && value !== null && "algorithm" in value;

const toKeys = (value: unknown): CryptoKeyPair | undefined =>
  typeof value === "object" &&
  value !== null &&
  "privateKey" in value &&
  "publicKey" in value &&
  isKey(value.privateKey) &&
  isKey(value.publicKey)
    ? { privateKey: value.privateKey, publicKey: value.publicKey }
    : undefined;

/**
 * The cart becomes an entry under the next number. Nothing else is waited for in between, so the
 * numbers have no gap and no cart is sold twice.
 */
async function recordSale(
  database: Database,
  { cartId, isStored, make }: NewSale,
): Promise<MadeSale> {
  // Strict waits for the disk. Without it a sale is lost when the phone dies soon after.
  const all = database.transaction(["meta", "outbox", "sales", "carts"], "readwrite", {
    durability: "strict",
  });
  const requests: Promise<unknown>[] = [all.done];
  try {
    const [meta, sales, carts] = [
      all.objectStore("meta"),
      all.objectStore("sales"),
      all.objectStore("carts"),
    ];
    const [row, cart, sold] = await Promise.all([
      meta.get(TILL),
      carts.getKey(cartId),
      isEntryId(cartId) ? sales.getKey(cartId) : undefined,
    ]);
    if (sold !== undefined || (isStored && cart === undefined)) throw new CartGone();
    const till = TillRow.safeParse(row).data;
    if (till === undefined) throw new NoTill();
    const made = make(till);
    const { generation, entry } = made.sale;
    // One by one: if the device refuses one at once, those before it are waited for.
    requests.push(meta.put(made.till, TILL));
    requests.push(all.objectStore("outbox").add({ generation, entry }));
    requests.push(sales.add(made.sale));
    requests.push(carts.delete(cartId));
    await Promise.all(requests);
    return made;
  } catch (error) {
    abandon(all);
    await Promise.allSettled(requests);
    throw error;
  }
}

async function storeAnswer(
  database: Database,
  { said, settled, offsetMs, nowMs }: Answered,
): Promise<AfterAnswered> {
  const all = database.transaction(["meta", "outbox", "sales"], "readwrite");
  const [meta, outbox, sales] = [
    all.objectStore("meta"),
    all.objectStore("outbox"),
    all.objectStore("sales"),
  ];
  const before = TillRow.parse(await meta.get(TILL));
  const { generation } = before;
  const changed: SaleRow[] = [];
  for (const { entry, state, reason, logSeq } of settled) {
    await outbox.delete([generation, entry.seq]);
    const sale = SaleRow.safeParse(await sales.get(entry.id)).data;
    if (sale) changed.push({ ...unsent(sale), state, logSeq, ...(reason ? { reason } : {}) });
  }
  const [first] = await outbox.getAllKeys(within(generation), 1);
  const firstUnsent = first?.[1] ?? before.nextSeq;
  const { till, resendFrom } = afterAnswer(before, said, firstUnsent);
  await Promise.all(changed.map((sale) => sales.put(sale)));
  if (resendFrom !== undefined) {
    const range = within(generation, resendFrom, firstUnsent - 1);
    const found = await sales.index("place").getAll(range);
    const kept = found.flatMap((row) => SaleRow.safeParse(row).data ?? []);
    const again = entriesAgain(
      kept.map(({ entry }) => entry),
      { from: resendFrom, to: firstUnsent, atMs: nowMs, person: personOf(before, kept) },
    );
    await Promise.all(again.map((entry) => outbox.put({ generation, entry })));
    await Promise.all(kept.map((sale) => sales.put(unsent(sale))));
  }
  if (till.needsAll === true && said.log) await cutPositions(sales, said.log.seq);
  const next: TillRow = { ...till, offsetMs, lastContactMs: nowMs };
  await meta.put(next, TILL);
  await all.done;
  return { till: next, sales: changed, isResent: resendFrom !== undefined };
}

/** As it was before the server had it. */
const unsent = ({ logSeq: _, reason: __, ...sale }: SaleRow): SaleRow => ({
  ...sale,
  state: "to-send",
});

const personOf = ({ person }: TillRow, kept: readonly SaleRow[]): string =>
  person ?? kept[0]?.entry.person ?? "";

type Sales = Readonly<{
  index: (name: "logSeq") => Readonly<{ getAll: (range: IDBKeyRange) => Promise<object[]> }>;
  put: (row: object) => Promise<unknown>;
}>;

/** The log is shorter than it was, and data of its end contain these sales. */
async function cutPositions(sales: Sales, logSeq: number): Promise<void> {
  const found = await sales.index("logSeq").getAll(IDBKeyRange.lowerBound(logSeq, true));
  const later = found.flatMap((row) => SaleRow.safeParse(row).data ?? []);
  await Promise.all(later.map((sale) => sales.put({ ...sale, logSeq })));
}
