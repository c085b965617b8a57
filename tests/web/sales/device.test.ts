import { openDB } from "idb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { clearDevice, onDevice, countOnDevice } from "#tests/web/kit/device.ts";
import { breaks, createFakeServer, type FakeServer } from "#tests/web/kit/fake-server.ts";
import { recorded, RECORD } from "#tests/web/kit/new-sale.ts";
import { signedInAs } from "#tests/web/kit/shop.ts";
import { device } from "#web/device/device.ts";
import type { StoredCart } from "#web/device/rows.ts";
import { session } from "#web/state/session.ts";
import { saleOutbox } from "#web/sync/sale-outbox.ts";

const OWNER = "tenant-adom/user-owner";
const SALES = `unsent-sales:${OWNER}`;
const CART = `till-cart:${OWNER}`;
const PARKED = `till-parked:${OWNER}`;

let server: FakeServer;
beforeEach(() => {
  server = createFakeServer();
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(async () => {
  session.end();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await clearDevice();
});

const start = async () => {
  session.start(signedInAs("owner"));
  await vi.waitFor(() => expect(device.get().isReady).toBe(true));
};
const restart = async () => {
  session.end();
  await start();
};
const sale = (product = "p-milk") => ({
  body: { items: [{ product_id: product, quantity: 1, unit_price: 68 }] },
  itemCount: 1,
  totalMinor: 6_800,
  draft: {},
});
const earlier = (key: string) => ({ ...sale(), key, madeMs: Date.now() });
const line = {
  productId: "p-milo",
  name: "Milo 400g",
  unitPriceMinor: 6_200,
  listPriceMinor: 6_200,
  quantity: 1,
  perUnit: 1,
  unit: null,
  stock: 5,
};
const cart = { lines: [line], newest: null, customer: null };
const row = (id: string): StoredCart => ({ id, owner: OWNER, cart, changedMs: 1, version: 1 });
const keep = (name: string, value: unknown) => localStorage.setItem(name, JSON.stringify(value));
const keysSent = () => server.calls(RECORD).map(({ headers }) => headers.get("idempotency-key"));

describe("SELL-38: what an earlier version kept in local storage", () => {
  test("is taken over, and its sales are sent under their keys", async () => {
    server.on(RECORD, recorded);
    keep(SALES, [earlier("k-1"), earlier("k-2")]);
    keep(CART, cart);
    keep(PARKED, [{ id: "parked", parkedMs: 7, cart }]);
    await start();
    await vi.waitFor(() => expect(keysSent()).toEqual(["k-1", "k-2"]));
    expect(await countOnDevice("carts")).toBe(2);
    expect(Object.keys(localStorage)).not.toEqual(expect.arrayContaining([SALES]));
    expect([CART, PARKED].map((name) => localStorage.getItem(name))).toEqual([null, null]);
  });

  test("does not come back when the browser forgets the removal", async () => {
    server.on(RECORD, recorded);
    keep(SALES, [earlier("k-1")]);
    keep(CART, cart);
    const texts = [SALES, CART].map((name) => [name, localStorage.getItem(name) ?? ""] as const);
    await start();
    await vi.waitFor(async () => expect(await onDevice("unsent")).toBe("[]"));
    const [stored] = device.get().rows.carts;
    await device.now()?.change({ dropCarts: [stored?.id ?? ""] });
    for (const [name, text] of texts) localStorage.setItem(name, text);
    await restart();
    expect(device.get().rows).toEqual({ unsent: [], carts: [] });
    expect(keysSent()).toEqual(["k-1"]);
  });

  test("is taken over again where it is new", async () => {
    server.on(RECORD, breaks);
    keep(SALES, [earlier("k-1")]);
    await start();
    keep(SALES, [earlier("k-1"), earlier("k-3")]);
    await device.now()?.change({ dropSales: ["k-1"] });
    await restart();
    expect(device.get().rows.unsent.map(({ key }) => key)).toEqual(["k-3"]);
  });

  test("stays there while it cannot be stored", async () => {
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    keep(SALES, [earlier("k-1")]);
    await start();
    full.mockRestore();
    expect(localStorage.getItem(SALES)).toContain("k-1");
  });
});

describe("SELL-39: a cart becomes its sale", () => {
  const sell = (from: StoredCart) =>
    saleOutbox.record({ ...sale(), from: { row: from, isStored: true } });

  test("in one step, before it is sent", async () => {
    await start();
    await device.now()?.change({ saveCarts: [row("c-1")] });
    server.on(RECORD, async (call) => {
      expect(await onDevice("unsent")).toContain('"key":"c-1"');
      expect(await onDevice("carts")).toBe("[]");
      return recorded(call);
    });
    expect(await sell(row("c-1"))).toMatchObject({ state: "recorded", key: "c-1" });
    expect(await onDevice("unsent")).toBe("[]");
  });

  test("once: a cart that another tab has paid is not sold", async () => {
    server.on(RECORD, recorded);
    await start();
    await device.now()?.change({ saveCarts: [row("c-1")] });
    await sell(row("c-1"));
    await expect(sell(row("c-1"))).rejects.toThrow(
      "This cart was paid, parked or emptied in another tab.",
    );
    expect(keysSent()).toEqual(["c-1"]);
    expect(await onDevice("unsent")).toBe("[]");
  });

  test("or stays a cart if the device is full, and nothing is sent", async () => {
    await start();
    await device.now()?.change({ saveCarts: [row("c-1")] });
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await expect(sell(row("c-1"))).rejects.toThrow("This device couldn't store the sale.");
    full.mockRestore();
    expect(keysSent()).toEqual([]);
    expect(await onDevice("carts")).toContain("c-1");
    expect(await onDevice("unsent")).toBe("[]");
  });

  test("even if the browser had ended the connection to its database", async () => {
    server.on(RECORD, recorded);
    await start();
    await device.now()?.change({ saveCarts: [row("c-1")] });
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
      throw new DOMException("closed", "InvalidStateError");
    });
    expect(await sell(row("c-1"))).toMatchObject({ state: "recorded" });
    expect(await onDevice("carts")).toBe("[]");
  });
});

test("SELL-40: a browser without a database sells as long as the page is open", async () => {
  vi.stubGlobal("indexedDB", undefined);
  server.on(RECORD, recorded);
  await start();
  expect(device.get().isKept).toBe(false);
  await device.now()?.change({ saveCarts: [row("c-1")] });
  await saleOutbox.record({ ...sale(), from: { row: row("c-1"), isStored: true } });
  expect(keysSent()).toEqual(["c-1"]);
  expect(device.get().rows).toEqual({ unsent: [], carts: [] });
});

test("a row of a later version is left alone", async () => {
  await start();
  await device.now()?.change({ saveCarts: [row("c-1")] });
  const database = await openDB("tillbook-till:tenant-adom");
  await database.put("carts", { id: "c-2", of: "a later version" });
  database.close();
  await restart();
  expect(device.get().rows.carts.map(({ id }) => id)).toEqual(["c-1"]);
  expect(await onDevice("carts")).toContain("a later version");
});
