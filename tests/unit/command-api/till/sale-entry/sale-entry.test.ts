import { describe, expect, test } from "vitest";

import { businessSettingsStream } from "#command-api/tenant-rules/tenant-rules.ts";
import { saleEntries } from "#command-api/till/sale-entry/sale-entry.ts";
import { Sealed, subjectOf } from "#kernel/contract/events/fields.ts";
import { MAX_TOTAL_MINOR } from "#kernel/contract/money.ts";
import { customerId, productId } from "#tests/kit/builders/fixed-ids.ts";
import { MILO } from "#tests/kit/builders/product-events.ts";
import { createScriptedStore, loaded } from "#tests/kit/fakes/scripted-store.ts";

import {
  ARRIVED_MS,
  decide,
  flagsOf,
  happened,
  headOf,
  milo,
  miloEntry,
  record,
  SALE,
  sealer,
  sealerWithout,
  SOLD_MS,
  soldLines,
  TENANT,
} from "./decide-sale.ts";

const SUGAR = productId(2);
const AMA = customerId(1);
const twoMilo = soldLines([miloEntry(2)]);

describe("the sale of a till", () => {
  test("TILL-40: is recorded as the till made it, under its number and receipt, with the tax in parts", async () => {
    expect(await record(twoMilo)).toEqual({
      data: {
        saleId: SALE,
        store: 1,
        register: 2,
        receiptNumber: 57,
        businessDate: "2026-11-21",
        currency: "GHS",
        lines: [miloEntry(2)],
        tenders: [{ method: "cash", amountMinor: 9000, status: "confirmed" }],
        totalMinor: 9000,
        taxMinor: 1500,
        tax: {
          mode: "inclusive",
          rateBp: 2000,
          parts: [
            { name: "VAT", rateBp: 1500, amountMinor: 1124 },
            { name: "NHIL", rateBp: 250, amountMinor: 188 },
            { name: "GETFund", rateBp: 250, amountMinor: 188 },
          ],
        },
      },
      stock: [{ productId: MILO, amount: -2, floor: false, expectedOnHand: 10 }],
      flags: [],
    });
  });

  test("has cash that is confirmed, and other payments that are asserted", async () => {
    const tenders = [
      { method: "cash", amountMinor: 4000, givenMinor: 5000 },
      { method: "mobile_money", amountMinor: 5000, reference: "MM-1" },
    ] as const;
    const { data } = await record({ ...twoMilo, tenders: [...tenders] });
    expect(data.tenders).toEqual([
      { method: "cash", amountMinor: 4000, status: "confirmed", givenMinor: 5000 },
      { method: "mobile_money", amountMinor: 5000, status: "asserted", reference: "MM-1" },
    ]);
  });

  test.for([
    ["2026-11-20", "2026-11-20"],
    ["2026-11-22", "2026-11-22"],
    ["2026-11-19", "2026-11-21"],
    ["2026-11-23", "2026-11-21"],
    ["9999-12-31", "2026-11-21"],
  ])("of the day %s is of the day %s: the till's, if it is near its time", async ([given, day]) => {
    const { data } = await record({ ...twoMilo, businessDate: given ?? "" });
    expect(data.businessDate).toBe(day);
  });

  test("has the day of the shop's time zone", async () => {
    const lagos = { settings: { timezone: "Africa/Lagos" } };
    const late = Date.parse("2026-11-21T23:30:00.000Z");
    const sold = { ...twoMilo, businessDate: "2026-11-01" };
    expect((await record(sold, { ...lagos, occurredMs: late })).data.businessDate).toBe(
      "2026-11-22",
    );
  });

  test.for(["sale", "customer"])("whose id is that of a %s is set aside", async (streamType) => {
    const heads = { [SALE]: headOf(streamType, { status: "recorded" }) };
    expect(await decide(twoMilo, { heads })).toEqual({ aside: "id-used" });
  });
});

describe("a sale that does not add up", () => {
  const aside = { aside: "wrong-sums" };

  test("TILL-41: is set aside, whichever sum is wrong", async () => {
    const [cash] = twoMilo.tenders;
    if (!cash) throw new Error("it is paid");
    for (const wrong of [
      { totalMinor: 8999, tenders: [{ ...cash, amountMinor: 8999 }] },
      { taxMinor: 1499 },
      { tenders: [{ ...cash, amountMinor: 8999 }] },
      { tenders: [cash, cash] },
      { tenders: [{ ...cash, givenMinor: 8999 }] },
      { tenders: [{ ...cash, method: "card" as const, givenMinor: 9000 }] },
    ]) {
      expect([wrong, await decide({ ...twoMilo, ...wrong })]).toEqual([wrong, aside]);
    }
  });

  test("or has an amount above the limit is set aside", async () => {
    const most = MAX_TOTAL_MINOR;
    const line = { totalMinor: most, unitPriceMinor: most, listPriceMinor: most, taxMinor: 0 };
    expect(await decide(soldLines([miloEntry(1, line)]))).not.toEqual(aside);
    for (const over of [
      { ...line, totalMinor: most + 1 },
      { ...line, unitPriceMinor: most + 1 },
      { ...line, listPriceMinor: most + 1 },
      { ...line, discountMinor: most + 1 },
      { ...line, taxMinor: most + 1 },
    ]) {
      expect([over, await decide(soldLines([miloEntry(1, over)]))]).toEqual([over, aside]);
    }
    const given = [{ method: "cash", amountMinor: 9000, givenMinor: most + 1 } as const];
    expect(await decide({ ...twoMilo, tenders: given })).toEqual(aside);
  });

  test("or is in another currency is set aside", async () => {
    const wrong = { aside: "wrong-currency" };
    expect(await decide({ ...twoMilo, currency: "USD" })).toEqual(wrong);
    expect(await decide(twoMilo, { settings: { currency: "USD" } })).toEqual(wrong);
  });

  test("TILL-151: or is in the currency that the shop had when the till's data were made is recorded", async () => {
    const settings = { currency: "EUR" };
    const change = (seq: number, from: string, to: string) =>
      happened(
        businessSettingsStream(TENANT),
        ["BusinessSettingsChanged", { changes: { currency: { from, to } } }],
        { afterMs: seq, seq },
      );
    const log = [change(10, "GHS", "USD"), change(20, "USD", "EUR")];
    const inCurrency = async (currency: "GHS" | "USD" | "EUR", basis: number) => {
      const decision = await decide({ ...twoMilo, currency }, { settings, log, basis });
      return "aside" in decision ? decision.aside : "recorded";
    };
    expect(await inCurrency("GHS", 9)).toBe("recorded");
    expect(await inCurrency("USD", 9)).toBe("wrong-currency");
    expect(await inCurrency("GHS", 10)).toBe("wrong-currency");
    expect(await inCurrency("USD", 10)).toBe("recorded");
    expect(await inCurrency("USD", 20)).toBe("wrong-currency");
    for (const basis of [9, 10, 20]) expect(await inCurrency("EUR", basis)).toBe("recorded");
    const { data, flags } = await record(twoMilo, { settings, log, basis: 9 });
    expect([data.currency, data.totalMinor, flags]).toEqual(["GHS", 9000, []]);
    const wrong = { ...twoMilo, totalMinor: 1 };
    expect(await decide(wrong, { settings, log, basis: 9 })).toEqual({ aside: "wrong-sums" });
  });
});

describe("the body of a sale", () => {
  const { parse } = saleEntries({
    read: createScriptedStore({ loads: [loaded([])] }).store.read,
    sealer,
    clock: () => ARRIVED_MS,
  });

  test("is read by its version", () => {
    expect(parse(1, twoMilo)).toEqual(twoMilo);
    const withToken = { ...twoMilo, receiptTokenSha256: "0f".repeat(32) };
    expect([parse(2, twoMilo), parse(2, withToken)]).toEqual([twoMilo, withToken]);
    expect(parse(1, withToken)).toBe("malformed");
    expect(parse(2, { ...twoMilo, receiptTokenSha256: "0F" })).toBe("malformed");
    expect([parse(4, twoMilo), parse(0, twoMilo)]).toEqual(["unknown-version", "unknown-version"]);
  });

  test("has whole amounts that are not negative", () => {
    const line = (over: object) => ({ ...twoMilo, lines: [{ ...miloEntry(2), ...over }] });
    for (const wrong of [-1, 0.5]) {
      for (const body of [
        { ...twoMilo, totalMinor: wrong },
        { ...twoMilo, taxMinor: wrong },
        { ...twoMilo, tenders: [{ method: "cash", amountMinor: wrong }] },
        { ...twoMilo, tenders: [{ method: "cash", amountMinor: 9000, givenMinor: wrong }] },
        line({ quantity: wrong }),
        line({ listPriceMinor: wrong }),
        line({ unitPriceMinor: wrong }),
        line({ discountMinor: wrong }),
        line({ taxMinor: wrong }),
        line({ totalMinor: wrong }),
      ]) {
        expect([body, parse(1, body)]).toEqual([body, "malformed"]);
      }
    }
  });

  test("has a receipt number that the read models can keep", () => {
    const numbered = (receiptNumber: number) => parse(1, { ...twoMilo, receiptNumber });
    expect(numbered(2_147_483_647)).not.toBe("malformed");
    expect([numbered(2_147_483_648), numbered(0)]).toEqual(["malformed", "malformed"]);
  });

  test("has no fields that are not known", () => {
    expect(parse(1, { ...twoMilo, shiftId: SALE })).toBe("malformed");
  });
});

describe("the stock of a till's sale", () => {
  test("TILL-42: goes below 0, each product once, whatever the shop's rule is", async () => {
    const sugar = milo({ name: "Sugar" }, -3);
    const lines = [miloEntry(2), miloEntry(3), miloEntry(4, { productId: SUGAR, name: "Sugar" })];
    const { stock, data } = await record(soldLines(lines), {
      heads: { [MILO]: milo({}, 1), [SUGAR]: sugar },
      settings: { oversellPolicy: "block" },
    });
    expect(stock).toEqual([
      { productId: MILO, amount: -5, floor: false, expectedOnHand: 1 },
      { productId: SUGAR, amount: -4, floor: false, expectedOnHand: -3 },
    ]);
    expect(data.lines).toEqual(lines);
  });

  test("is expected to be unchanged only if the sale is late", async () => {
    const after = async (ms: number) => (await record(twoMilo, { nowMs: SOLD_MS + ms })).stock;
    expect(await after(60_000)).toEqual([{ productId: MILO, amount: -2, floor: false }]);
    expect(await after(60_001)).toMatchObject([{ expectedOnHand: 10 }]);
  });

  test("TILL-43: does not move for a line sold before the last count, which is marked", async () => {
    const counted = async (lastCountedMs: number) => {
      const sugar = milo({ name: "Sugar" });
      const heads = { [MILO]: milo({ lastCountedMs }), [SUGAR]: sugar };
      const lines = [miloEntry(2), miloEntry(1, { productId: SUGAR, name: "Sugar" })];
      return record(soldLines(lines), { heads });
    };
    const before = await counted(SOLD_MS + 1);
    expect(before.data.lines.map((line) => line.counted)).toEqual([true, undefined]);
    expect(before.stock).toMatchObject([{ productId: SUGAR, amount: -1 }]);
    const after = await counted(SOLD_MS);
    expect(after.data.lines.map((line) => line.counted)).toEqual([undefined, undefined]);
    expect(after.stock).toMatchObject([{ productId: MILO }, { productId: SUGAR }]);
  });

  test("INV-11: does not move for a product whose stock is not counted, and its line is as it was sold", async () => {
    const heads = { [MILO]: milo({ tracksStock: false }), [SUGAR]: milo({ name: "Sugar" }) };
    const lines = [miloEntry(2), miloEntry(1, { productId: SUGAR, name: "Sugar" })];
    const { data, stock, flags } = await record(soldLines(lines), { heads });
    expect(stock).toMatchObject([{ productId: SUGAR, amount: -1 }]);
    expect([data.lines, flags]).toEqual([lines, []]);
  });

  test("does not move if nothing of the sale moves it", async () => {
    const heads = { [MILO]: milo({ lastCountedMs: SOLD_MS + 1 }) };
    expect((await record(twoMilo, { heads })).stock).toBeUndefined();
  });
});

describe("a product that the server does not know", () => {
  test.for([
    ["has no stream", {}],
    ["is a customer", { [SUGAR]: headOf("customer", { status: "active" }, { onHand: 1 }) }],
    ["has no stock", { [SUGAR]: { ...milo(), onHand: undefined } }],
    ["was never added", { [SUGAR]: milo({ status: "unknown" }) }],
  ] as const)("TILL-44: because it %s, is sold and moves no stock", async ([, heads]) => {
    const strange = miloEntry(1, { productId: SUGAR, name: "Sugar", listPriceMinor: 9000 });
    const lines = [miloEntry(1), { ...strange, unitPriceMinor: 9000, totalMinor: 9000 }];
    const taxed = lines.map((line) => ({ ...line, taxMinor: line.totalMinor / 6 }));
    const { data, stock, flags } = await record(soldLines(taxed), { heads });
    expect(flags).toEqual(["product-unknown"]);
    expect(stock).toMatchObject([{ productId: MILO, amount: -1 }]);
    expect(data.lines).toEqual(taxed);
  });
});

describe("the customer of a till's sale", () => {
  const name = "Ama Mensah";
  const sold = { ...twoMilo, customer: { id: AMA, name }, notes: "for Friday" };
  const of = (status: string) => {
    const names = { firstName: Sealed.parse(`sealed:v1:${AMA}:AA==`) };
    const state = { status, ...names, lastName: names.firstName };
    return { heads: { [AMA]: headOf("customer", state) } };
  };

  test.for(["active", "archived"])(
    "is kept with the name that was printed, under their own key, if %s",
    async (status) => {
      const { data, flags } = await record(sold, of(status));
      expect(flags).toEqual([]);
      expect(data.customer?.id).toBe(AMA);
      const texts = [data.customer?.name, data.notes].flatMap((text) => text ?? []);
      expect(texts.map(subjectOf)).toEqual([AMA, AMA]);
      expect(await Promise.all(texts.map((text) => sealer.open(TENANT, text)))).toEqual([
        name,
        "for Friday",
      ]);
    },
  );

  test("TILL-45: who is erased stays as an id; no one can read the name, and there is no note", async () => {
    const { data, flags } = await record(sold, of("erased"));
    expect(flags).toEqual([]);
    expect(data).not.toHaveProperty("notes");
    expect(data.customer?.id).toBe(AMA);
    const text = data.customer?.name;
    if (!text) throw new Error("an event has a name");
    expect(subjectOf(text)).not.toBe(AMA);
    expect(await sealer.open(TENANT, text)).toBeUndefined();
    expect(JSON.stringify(data)).not.toContain("Ama");
  });

  test.for(["active", "archived"])(
    "TILL-150: who is %s by the log and has no key, because the server was restored, is erased",
    async (status) => {
      const restored = sealerWithout(AMA);
      const { data, flags } = await record(sold, { ...of(status), sealer: restored });
      expect(flags).toEqual([]);
      expect(data).not.toHaveProperty("notes");
      expect(data.customer?.id).toBe(AMA);
      const text = data.customer?.name;
      if (!text) throw new Error("an event has a name");
      expect(await restored.open(TENANT, text)).toBeUndefined();
    },
  );

  test("TILL-150: who has neither a stream nor a key leaves no note", async () => {
    const { data, flags } = await record(sold, { sealer: sealerWithout(AMA) });
    expect(flags).toEqual(["customer-unknown"]);
    expect(data).not.toHaveProperty("notes");
  });

  test.for([
    ["has no stream", {}],
    ["is a product", { heads: { [AMA]: milo() } }],
    ["was never added", of("unknown")],
  ] as const)(
    "TILL-46: who %s is left out and flagged, and the note is sealed with their key",
    async ([, more]) => {
      const { data, flags } = await record(sold, more);
      expect(flags).toEqual(["customer-unknown"]);
      expect(data).not.toHaveProperty("customer");
      expect(data.notes && subjectOf(data.notes)).toBe(AMA);
    },
  );

  test("may be absent, and so may be the note", async () => {
    const { data } = await record({ ...twoMilo, notes: "" });
    expect(data).not.toHaveProperty("customer");
    expect(data).not.toHaveProperty("notes");
    expect(await flagsOf(twoMilo)).toEqual([]);
  });
});
