import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Entry } from "#kernel/contract/api/till/entries.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import { openItemId as serversOpenItemId } from "#kernel/node/ids.ts";
import { cartOf, changesOf, MILO } from "#tests/kit/till/browser-till.ts";
import { addProduct } from "#web/state/cart.ts";
import { afterAnswer, entriesAgain } from "#web/till/answers.ts";
import { mergeData, withStocks } from "#web/till/data.ts";
import { deviceNameOf } from "#web/till/enrol.ts";
import { isEntryId, newEntryId } from "#web/till/entry-id.ts";
import { openItemId } from "#web/till/open-item.ts";
import type { TillRow } from "#web/till/rows.ts";
import { makeSale, type SaleFacts } from "#web/till/sale-entry.ts";
import { productsLeft } from "#web/till/shown.ts";
import { createTillClock } from "#web/till/till-clock.ts";
import { TotalChanged } from "#web/till/till-now.ts";

const ROW: TillRow = {
  generation: 1,
  publicKey: "key",
  number: 2,
  name: "Android phone",
  state: "active",
  nextSeq: 5,
  nextReceipt: 4,
};
const PERSON = "01990000-0000-7000-8000-0000000000b1";
const NOON_MS = Date.UTC(2026, 10, 25, 12);

const factsOf = (over: Partial<SaleFacts> = {}): SaleFacts => ({
  cart: cartOf(2),
  parts: [{ method: "cash", amountMinor: 900, givenMinor: 1_000 }],
  cartId: newEntryId(NOON_MS),
  person: PERSON,
  atMs: NOON_MS,
  basis: 7,
  settings: changesOf().settings,
  ...over,
});

const cash = (amountMinor: number) => [{ method: "cash", amountMinor }] as const;

describe("TILL-61: the entry of a sale", () => {
  test("has the till's numbers, the sums of its lines and the tax inside them", () => {
    const settings = { ...changesOf().settings, taxRateBp: 2_000 };
    const { sale, till } = makeSale(ROW, factsOf({ settings }));
    expect(sale).toMatchObject({ receipt: "1-2-4", state: "to-send", generation: 1 });
    expect(sale.entry).toMatchObject({ seq: 5, v: 1, kind: "sale", at: NOON_MS, basis: 7 });
    expect(sale.entry.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(sale.entry.body).toMatchObject({
      receiptNumber: 4,
      totalMinor: 900,
      taxMinor: 150,
      tax: { mode: "inclusive", rateBp: 2_000 },
      lines: [{ quantity: 2, discountMinor: 0, taxMinor: 150, totalMinor: 900 }],
      tenders: [{ method: "cash", amountMinor: 900, givenMinor: 1_000 }],
    });
    expect(till).toEqual({ ...ROW, nextSeq: 6, nextReceipt: 5, person: PERSON });
  });

  test("TAX-10: where prices are without tax, the total has it on top, and the payments must be the total", () => {
    const settings = { ...changesOf().settings, taxRateBp: 2_000, taxMode: "exclusive" } as const;
    const { entry } = makeSale(ROW, factsOf({ settings, parts: cash(1_080) })).sale;
    expect(entry).toMatchObject({
      v: 1,
      body: {
        totalMinor: 1_080,
        taxMinor: 180,
        tax: { mode: "exclusive", rateBp: 2_000 },
        lines: [{ unitPriceMinor: 450, taxMinor: 180, totalMinor: 1_080 }],
      },
    });
    expect(() => makeSale(ROW, factsOf({ settings, parts: cash(900) }))).toThrow(TotalChanged);
  });

  test("SELL-55: an amount without a product is in it as one, in version 2 of the body", async () => {
    const shop = TenantId.parse("01990000-0000-7000-8000-0000000000f1");
    const id = await openItemId(shop);
    expect(id).toBe(serversOpenItemId(shop));
    const broom = {
      id,
      name: "Broom",
      priceMinor: 500,
      stock_exact: 9,
      unit: null,
      open: true,
    } as const;
    const cart = addProduct(cartOf(2), broom);
    const parts = [{ method: "cash", amountMinor: 1_400 }] as const;
    const { entry } = makeSale(ROW, factsOf({ cart, parts })).sale;
    expect(entry).toMatchObject({ v: 2, body: { totalMinor: 1_400 } });
    expect(entry.body.lines).toMatchObject([{ productId: id, name: "Broom", open: true }, {}]);
    expect(Object.keys(entry.body.lines[1] ?? {})).not.toContain("open");
  });

  test("SELL-50: discounts are in it as the share of each line", () => {
    const cart = { ...cartOf(2), discount: { percentMilli: 10_000 } };
    const parts = [{ method: "cash", amountMinor: 810 }] as const;
    const { entry } = makeSale(ROW, factsOf({ cart, parts })).sale;
    expect(entry).toMatchObject({ v: 1, body: { totalMinor: 810 } });
    expect(entry.body.lines).toMatchObject([{ discountMinor: 90, totalMinor: 810 }]);
  });

  test("parts of a unit, a customer and an approval are in it only if there are any", () => {
    const [line] = cartOf(50).lines;
    const cart = {
      ...cartOf(),
      lines: line ? [{ ...line, perUnit: 100, unit: "yard" }] : [],
      customer: { id: "01990000-0000-7000-8000-0000000000c1", name: "Kwame" },
    };
    const approval = { by: PERSON, how: "offline", what: "price" } as const;
    const parts = [{ method: "card", amountMinor: 225 }] as const;
    const plain = makeSale(ROW, factsOf()).sale.entry;
    expect(Object.keys(plain.body)).not.toContain("customer");
    expect(Object.keys(plain)).not.toContain("approval");
    expect(Object.keys(plain.body.lines[0] ?? {})).not.toContain("perUnit");
    const parsed = { ...approval, by: plain.person };
    const { entry } = makeSale(ROW, factsOf({ cart, parts, approval: parsed })).sale;
    expect(entry).toMatchObject({ approval, body: { totalMinor: 225 } });
    expect(entry.body.lines).toMatchObject([{ perUnit: 100, quantity: 50 }]);
    expect(entry.body.customer?.name).toBe("Kwame");
  });

  test("its day is that of the shop", () => {
    const settings = { ...changesOf().settings, timezone: "Pacific/Auckland" };
    const late = factsOf({ settings, atMs: Date.UTC(2026, 10, 25, 23) });
    expect(makeSale(ROW, late).sale.entry.body.businessDate).toBe("2026-11-26");
  });

  test("its id is the cart's, and a new one for a cart of an earlier version", () => {
    const cartId = newEntryId(NOON_MS);
    expect(isEntryId(cartId)).toBe(true);
    expect(makeSale(ROW, factsOf({ cartId })).sale.entry.id).toBe(cartId);
    const earlier = crypto.randomUUID();
    expect(isEntryId(earlier)).toBe(false);
    const { id } = makeSale(ROW, factsOf({ cartId: earlier })).sale.entry;
    expect(isEntryId(id)).toBe(true);
    expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(NOON_MS);
  });

  test("what the server could not read is not made", () => {
    expect(() => makeSale(ROW, factsOf({ cart: cartOf(1, "p-1"), parts: cash(450) }))).toThrow(
      "productId",
    );
    expect(() => makeSale(ROW, factsOf({ cart: cartOf(0), parts: cash(0) }))).toThrow("quantity");
    const { number: _, ...fresh } = ROW;
    expect(() => makeSale(fresh, factsOf())).toThrow("number");
  });
});

const entryOf = (seq: number): Entry => ({
  ...makeSale({ ...ROW, nextSeq: seq }, factsOf()).sale.entry,
});

describe("TILL-62: what an answer changes", () => {
  test("the server is behind: entries from there are sent again, and all data downloaded", () => {
    const { till, resendFrom } = afterAnswer(ROW, { next: 2 }, 5);
    expect(resendFrom).toBe(2);
    expect(till.needsAll).toBe(true);
  });

  test("the server is ahead of the till: it is a copy, and sends nothing again", () => {
    const { till, resendFrom } = afterAnswer(ROW, { next: 6 }, 5);
    expect(till.isCopied).toBe(true);
    expect(resendFrom).toBeUndefined();
    expect(afterAnswer(till, { next: 2 }, 5).till.isCopied).toBe(true);
  });

  test("another log at the known position: all data are downloaded", () => {
    const log = { seq: 9, chain: "a".repeat(64) };
    const said = { next: 5, log, log_known: false };
    expect(afterAnswer(ROW, said, 5).till).toMatchObject({ needsAll: true, log });
    expect(afterAnswer(ROW, { ...said, log_known: true }, 5).till.needsAll).toBe(false);
  });

  test("entries that are sent again have no gap, and each lost one is named once", () => {
    const ranges = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }));
    fc.assert(
      fc.property(
        ranges,
        fc.uniqueArray(fc.integer({ min: 1, max: 60 })),
        ([from, count], have) => {
          const to = from + count;
          const kept = have.filter((seq) => seq >= from && seq < to).map(entryOf);
          const again = entriesAgain(kept, { from, to, atMs: NOON_MS, person: PERSON });
          let next = from;
          for (const { seq, kind, body } of again) {
            expect(seq).toBe(next);
            const isLost = kind === "lost" && typeof body === "object" && body !== null;
            next = isLost && "to" in body ? Number(body.to) + 1 : seq + 1;
          }
          expect(next).toBe(to);
          expect(again.filter(({ kind }) => kind === "sale")).toHaveLength(kept.length);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("TILL-64: the data of a till", () => {
  test("rows are replaced, and what is gone is forgotten", () => {
    const before = mergeData(undefined, changesOf(), NOON_MS);
    const [product] = before.products;
    const [customer] = before.customers;
    if (!product || !customer) throw new Error("no rows");
    const changes = changesOf({
      seq: 12,
      products: [{ ...product, priceMinor: 500 }],
      customers: [{ ...customer, gone: true }],
    });
    const after = mergeData(before, changes, NOON_MS);
    expect(after).toMatchObject({ seq: 12, products: [{ priceMinor: 500 }], customers: [] });
    const archived = changesOf({ products: [{ ...product, archived: true }] });
    expect(mergeData(before, archived, NOON_MS).products).toEqual([]);
  });

  test("a product of which only the stock changed keeps the rest", () => {
    const before = mergeData(undefined, changesOf(), NOON_MS);
    const stocks = [
      { id: MILO, stock: 7 },
      { id: PERSON, stock: 1 },
    ];
    const { products } = withStocks(before, changesOf({ products: [], stocks }));
    expect(products).toEqual([{ ...before.products.find(({ id }) => id === MILO), stock: 7 }]);
  });

  test("sales count until the data contain them, those set aside do not", () => {
    const { products } = changesOf();
    const { sale } = makeSale(ROW, factsOf({ cart: cartOf(3), parts: cash(1_350) }));
    const left = (over: object) =>
      productsLeft({ seq: 10, products }, [{ ...sale, ...over }]).find(({ id }) => id === MILO)
        ?.stock;
    expect(left({})).toBe(97);
    expect(left({ state: "sent", logSeq: 11 })).toBe(97);
    expect(left({ state: "sent", logSeq: 10 })).toBe(100);
    expect(left({ state: "aside", logSeq: 11 })).toBe(100);
  });
});

describe("TILL-65: the clock of a till", () => {
  function openClock() {
    const device = { wallMs: 1_000_000, monoMs: 0 };
    const clocks = { wall: () => device.wallMs, mono: () => device.monoMs };
    return { device, clock: createTillClock(clocks), next: () => createTillClock(clocks) };
  }

  test("follows the server, and half of the way of an answer is added", () => {
    const { device, clock, next } = openClock();
    device.monoMs = 400;
    device.wallMs += 400;
    clock.hear(5_000_000, 0);
    expect(clock.nowMs()).toBe(5_000_200);
    const later = next();
    later.adopt(clock.offsetMs());
    expect(later.nowMs()).toBe(5_000_200);
  });

  test("a clock that is set while the page is open moves nothing", () => {
    const { device, clock } = openClock();
    for (const wallMs of [0, 9e12]) {
      device.wallMs = wallMs;
      device.monoMs += 1_000;
    }
    expect(clock.nowMs()).toBe(1_002_000);
  });

  test("after sleep, in which the other clock stopped, it goes by the device's", () => {
    const { device, clock } = openClock();
    device.wallMs += 8 * 3_600_000;
    device.monoMs += 1_000;
    clock.woke();
    expect(clock.nowMs()).toBe(device.wallMs);
    device.wallMs -= 3_600_000;
    clock.woke();
    expect(clock.nowMs()).toBe(1_000_000 + 8 * 3_600_000);
  });
});

describe("TILL-60: the name of a device", () => {
  test.each([
    ["Mozilla/5.0 (Linux; Android 14; TECNO) AppleWebKit/537.36 Mobile Safari", "Android phone"],
    ["Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 Safari", "Android tablet"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iPhone"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows computer"],
    ["curl/8", "Till"],
  ])("%s", (agent, name) => expect(deviceNameOf(agent)).toBe(name));
});
