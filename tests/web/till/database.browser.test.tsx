import { deleteDB, openDB } from "idb";
import { afterEach, describe, expect, test, vi } from "vitest";

import { type BrowserTill, openBrowserTill, rowsIn } from "#tests/kit/till/browser-till.ts";
import { connect, databaseOf } from "#web/device/connection.ts";

const opened: BrowserTill[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const till of opened.splice(0)) {
    till.close();
    await deleteDB(databaseOf(till.tenantId));
  }
});

const answer = {
  next: 1,
  now: Date.UTC(2026, 10, 25, 12),
  state: "active",
  log: { seq: 10, chain: "a".repeat(64) },
  log_known: true,
  copied: false,
  results: [],
};

/** A till whose server knows it and takes no entries. */
async function openTill(): Promise<BrowserTill> {
  const till = await openBrowserTill({
    send: () => Promise.resolve({ status: 200, json: answer }),
    enrol: ({ name }) => Promise.resolve({ till: 2, device: "d-1", name, state: "active" }),
  });
  opened.push(till);
  await till.open();
  return till;
}

describe("TILL-66: the database in a browser", () => {
  test("one of an earlier version keeps its carts and unsent sales", async () => {
    const shop = crypto.randomUUID();
    const earlier = await openDB(databaseOf(shop), 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore("unsent", { keyPath: "key" });
        fresh.createObjectStore("carts", { keyPath: "id" });
        fresh.createObjectStore("moved");
      },
    });
    await earlier.put("unsent", { key: "sale-1" });
    await earlier.put("carts", { id: "cart-1" });
    earlier.close();
    const { run, close } = await connect(shop);
    const names = await run((database) => Promise.resolve([...database.objectStoreNames]));
    expect(names).toEqual(expect.arrayContaining(["meta", "outbox", "sales", "products"]));
    expect(await run((database) => database.getAllKeys("unsent"))).toEqual(["sale-1"]);
    expect(await run((database) => database.getAllKeys("carts"))).toEqual(["cart-1"]);
    close();
    await deleteDB(databaseOf(shop));
  });

  test("the private key can only sign", async () => {
    const till = await openTill();
    const keys = await till.store.readKeys();
    expect(keys?.privateKey).toMatchObject({ extractable: false, usages: ["sign"] });
    if (!keys) throw new Error("no keys");
    await expect(crypto.subtle.exportKey("pkcs8", keys.privateKey)).rejects.toThrow();
  });
});

describe("TILL-61: in a browser", () => {
  test("the receipt waits for a transaction that waits for the disk", async () => {
    const till = await openTill();
    const begun = vi.spyOn(IDBDatabase.prototype, "transaction");
    const sale = await till.sell();
    expect(sale.receipt).toBe("1-2-1");
    const strict = begun.mock.calls.filter(([, , options]) => options?.durability === "strict");
    expect(strict.map(([stores]) => stores)).toEqual([["meta", "outbox", "sales", "carts"]]);
    expect(await rowsIn(till.connection, "carts")).toEqual([]);
    expect(await rowsIn(till.connection, "outbox")).toHaveLength(1);
  });
});
