import { describe, expect, test } from "vitest";

import { saleEntries } from "#command-api/till/sale-entry/sale-entry.ts";
import type { EntryLine } from "#kernel/contract/api/till/entries.ts";
import { memberStream, openItemId } from "#kernel/node/ids.ts";
import { productId } from "#tests/kit/builders/fixed-ids.ts";
import { MILO } from "#tests/kit/builders/product-events.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { createScriptedStore, loaded } from "#tests/kit/fakes/scripted-store.ts";

import {
  ARRIVED_MS,
  ESI,
  flagsOf,
  happened,
  miloEntry,
  record,
  sealer,
  soldLines,
  TENANT,
} from "./decide-sale.ts";

const SUGAR = productId(2);
const twoMilo = soldLines([miloEntry(2)]);
const OPEN = openItemId(TENANT);
/** GH₵5.00 for something that is not in the products. */
const openLine = (over: Partial<EntryLine> = {}): EntryLine => ({
  ...miloEntry(1),
  productId: OPEN,
  name: "Broom",
  listPriceMinor: 500,
  unitPriceMinor: 500,
  taxMinor: 83,
  totalMinor: 500,
  open: true,
  ...over,
});

describe("an amount without a product", () => {
  const past = { role: "cashier", log: [] };

  test("SELL-55: is recorded as it is, moves no stock, and is not flagged", async () => {
    const { data, stock, flags } = await record(soldLines([miloEntry(2), openLine()]), past);
    expect(data.lines).toEqual([miloEntry(2), openLine()]);
    expect(stock).toEqual([{ productId: MILO, amount: -2, floor: false, expectedOnHand: 10 }]);
    expect(flags).toEqual([]);
    const alone = await record(
      soldLines([openLine({ quantity: 3, totalMinor: 1500, taxMinor: 250 })]),
    );
    expect([alone.stock, alone.flags]).toEqual([undefined, []]);
  });

  test("SELL-55: needs the reserved id of its own tenant, or it is a line of an unknown product", async () => {
    for (const id of [SUGAR, openItemId(tenant(2))]) {
      const { data, flags } = await record(soldLines([openLine({ productId: id })]));
      expect([flags, data.lines[0]?.open]).toEqual([["product-unknown"], undefined]);
    }
    const { open: _, ...unsaid } = openLine();
    expect(await flagsOf(soldLines([unsaid]))).toEqual(["product-unknown"]);
    const { data, stock } = await record(soldLines([miloEntry(1, { open: true })]));
    expect(data.lines).toEqual([miloEntry(1)]);
    expect(stock).toMatchObject([{ productId: MILO }]);
  });

  test("SELL-51, SELL-55: has discounts and other prices like any line", async () => {
    const off = openLine({ discountMinor: 50, totalMinor: 450, taxMinor: 75 });
    expect(await flagsOf(soldLines([off]), { role: "manager" })).toEqual([]);
    const joined = happened(memberStream(ESI), ["StaffJoined", { userId: ESI, role: "cashier" }], {
      afterMs: -1,
    });
    expect(await flagsOf(soldLines([off]), { role: "cashier", log: [joined] })).toEqual([
      "no-right",
    ]);
  });

  test("SELL-55: is in version 2 of the body, and version 1 stays what it was", () => {
    const { parse } = saleEntries({
      read: createScriptedStore({ loads: [loaded([])], log: [] }).store.read,
      sealer,
      clock: () => ARRIVED_MS,
    });
    const sold = soldLines([openLine()]);
    expect(parse(2, sold)).toEqual(sold);
    expect(parse(1, sold)).toBe("malformed");
    expect(parse(1, twoMilo)).toEqual(twoMilo);
    expect(parse(4, twoMilo)).toBe("unknown-version");
  });
});
