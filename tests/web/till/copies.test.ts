import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";

import { TILL_COPIES_PATH, TillCopy } from "#kernel/contract/api/till/receipt-copies.ts";
import { SaleId, UserId } from "#kernel/contract/ids.ts";
import { type CopyPorts, keepCopy, lastCopyHere, sendCopies } from "#web/till/copies.ts";

const SHOP = "01990000-0000-7000-8000-00000000000a";
const SALE = SaleId.parse("01990000-0000-7000-8000-0000000000c1");
const OTHER = SaleId.parse("01990000-0000-7000-8000-0000000000c2");
const DAY_MS = 86_400_000;

const copyOf = (copy: number, over: Partial<TillCopy> = {}): TillCopy => ({
  id: crypto.randomUUID(),
  sale: SALE,
  copy,
  by: "print",
  person: UserId.parse("01990000-0000-7000-8000-0000000000b1"),
  at: Date.now(),
  ...over,
});

const Sent = z.object({ copies: z.array(TillCopy) });

/** A device whose rows another tab may have, and the server of a shop. */
function createDevice() {
  const rows = new Map<string, unknown>();
  const requests: TillCopy[][] = [];
  /** Ids that the server cannot count yet. */
  const waiting = new Set<string>();
  let isCut = false;
  const ports: CopyPorts = {
    shop: SHOP,
    parts: {
      get: (key) => Promise.resolve(structuredClone(rows.get(key))),
      put: (key, value) => Promise.resolve(void rows.set(key, structuredClone(value))),
    },
    signedPost: async (path, schema, json) => {
      if (isCut || path !== TILL_COPIES_PATH) throw new TypeError("Failed to fetch");
      const { copies } = Sent.parse(json);
      requests.push(copies);
      const settled = copies.map(({ id }) => id).filter((id) => !waiting.has(id));
      return schema.parse({ settled });
    },
  };
  return { ports, rows, requests, waiting, cut: (is: boolean) => void (isCut = is) };
}

let device: ReturnType<typeof createDevice>;
beforeEach(() => void (device = createDevice()));
afterEach(() => void vi.useRealTimers());

const sentIds = () => device.requests.map((copies) => copies.map(({ id }) => id));

describe("SALE-77: the copies of a till", () => {
  test("are kept while there is no network, and sent once when there is one", async () => {
    const [first, second] = [copyOf(2), copyOf(3)];
    device.cut(true);
    await keepCopy(device.ports, first);
    await keepCopy(device.ports, second);
    await expect(sendCopies(device.ports)).rejects.toThrow("Failed to fetch");
    device.cut(false);
    await sendCopies(device.ports);
    await sendCopies(device.ports);
    expect(device.requests).toEqual([[first, second]]);
  });

  test("go on from the last number that this till gave, sent or not", async () => {
    expect(await lastCopyHere(device.ports, SALE)).toBe(1);
    await keepCopy(device.ports, copyOf(2));
    await keepCopy(device.ports, copyOf(7, { sale: OTHER }));
    expect(await lastCopyHere(device.ports, SALE)).toBe(2);
    await sendCopies(device.ports);
    expect(await lastCopyHere(device.ports, SALE)).toBe(2);
    expect(await lastCopyHere(device.ports, OTHER)).toBe(7);
  });

  test("of a sale that has not arrived are sent again, and the others are not", async () => {
    const [early, counted] = [copyOf(2), copyOf(2, { sale: OTHER })];
    device.waiting.add(early.id);
    await keepCopy(device.ports, early);
    await keepCopy(device.ports, counted);
    await sendCopies(device.ports);
    device.waiting.clear();
    await sendCopies(device.ports);
    expect(sentIds()).toEqual([[early.id, counted.id], [early.id]]);
  });

  test("two at the same moment are both kept", async () => {
    await Promise.all([2, 3, 4].map((copy) => keepCopy(device.ports, copyOf(copy))));
    await sendCopies(device.ports);
    expect(device.requests.flat().map(({ copy }) => copy)).toEqual([2, 3, 4]);
  });

  test("are sent twenty at a time; the last 500 are remembered, and none waits without an end", async () => {
    const old = copyOf(2, { sale: OTHER, at: Date.now() - 61 * DAY_MS });
    device.waiting.add(old.id);
    await keepCopy(device.ports, old);
    const many = Array.from({ length: 510 }, (_, index) => copyOf(index + 2));
    device.rows.set("receipt-copies", [old, ...many]);
    await sendCopies(device.ports);
    expect(device.requests.map(({ length }) => length)).toEqual([
      ...Array.from({ length: 25 }, () => 20),
      11,
    ]);
    const kept = device.rows.get("receipt-copies");
    expect(kept).toHaveLength(500);
    expect(await lastCopyHere(device.ports, SALE)).toBe(511);
    expect(await lastCopyHere(device.ports, OTHER)).toBe(1);
  });

  test("rows that this version cannot read stop nothing", async () => {
    const copy = copyOf(2);
    device.rows.set("receipt-copies", [{ of: "a later version" }, copy]);
    await sendCopies(device.ports);
    expect(sentIds()).toEqual([[copy.id]]);
    device.rows.set("receipt-copies", "damaged");
    expect(await lastCopyHere(device.ports, SALE)).toBe(1);
  });
});
