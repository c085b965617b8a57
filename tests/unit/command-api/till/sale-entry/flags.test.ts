import { describe, expect, test } from "vitest";

import { businessSettingsStream } from "#command-api/tenant-rules/tenant-rules.ts";
import type { EntryLine } from "#kernel/contract/api/till/entries.ts";
import type { EventType } from "#kernel/contract/event-types.ts";
import { memberStream } from "#kernel/node/ids.ts";
import { sealedOfAma } from "#tests/kit/builders/customer-events.ts";
import {
  MILO,
  miloAdded,
  miloArchived,
  miloChanged,
  miloRepriced,
  miloRestored,
} from "#tests/kit/builders/product-events.ts";

import {
  ESI,
  flagsOf,
  happened,
  headOf,
  milo,
  miloEntry,
  soldLines,
  TENANT,
} from "./decide-sale.ts";

const twoMilo = soldLines([miloEntry(2)]);
const HOUR_MS = 3_600_000;

const ofMilo = ({ type, data }: { type: EventType; data: object }, afterMs: number) =>
  happened(MILO, [type, data], { afterMs });
const added = ofMilo(miloAdded(), -90 * HOUR_MS);

/** Two tins at other prices than the list price, with the tax and the sums of these prices. */
const priced = (unitPriceMinor: number, over: Partial<EntryLine> = {}) => {
  const totalMinor = unitPriceMinor * 2 - (over.discountMinor ?? 0);
  const taxMinor = Math.round(totalMinor / 6);
  return soldLines([miloEntry(2, { unitPriceMinor, totalMinor, taxMinor, ...over })]);
};

describe("TILL-47: a price that is another one today", () => {
  const today = { heads: { [MILO]: milo({ priceMinor: 5000 }) } };
  const raised = miloRepriced(4500, 5000);

  test.for([
    ["was in force when it was sold", ofMilo(raised, 1), []],
    ["was no longer in force when it was sold", ofMilo(raised, 0), ["old-price"]],
    ["was changed long before", ofMilo(raised, -HOUR_MS), ["old-price"]],
  ] as const)("and %s", async ([, change, flags]) => {
    expect(await flagsOf(twoMilo, { ...today, log: [added, change] })).toEqual(flags);
  });

  test("is compared line by line: what is odd of one today and of another then is not odd", async () => {
    const atNewPrice = miloEntry(1, {
      listPriceMinor: 5000,
      unitPriceMinor: 5000,
      totalMinor: 5000,
      taxMinor: 833,
    });
    const sold = soldLines([miloEntry(1), atNewPrice]);
    expect(await flagsOf(sold, { ...today, log: [added, ofMilo(raised, 1)] })).toEqual([]);
  });

  test("and never was the price is flagged", async () => {
    const heads = { [MILO]: milo() };
    const wrong = priced(4600, { listPriceMinor: 4600 });
    expect(await flagsOf(wrong, { heads, log: [added] })).toEqual(["old-price"]);
  });

  test("and the product did not exist yet is flagged", async () => {
    const later = ofMilo(miloAdded(), HOUR_MS);
    expect(await flagsOf(twoMilo, { ...today, log: [later] })).toEqual(["old-price"]);
  });

  test("is the only one that is looked up: today's price needs no past", async () => {
    expect(await flagsOf(twoMilo, { log: [] })).toEqual([]);
  });
});

describe("TILL-48: a product that is deleted today", () => {
  const today = { heads: { [MILO]: milo({ status: "archived" }) } };

  test.for([
    ["and was when it was sold", [ofMilo(miloArchived, -1)], ["archived"]],
    ["but was not when it was sold", [ofMilo(miloArchived, 1)], []],
    [
      "but was restored for a while",
      [ofMilo(miloArchived, -3), ofMilo(miloRestored, -2), ofMilo(miloArchived, 5)],
      [],
    ],
  ] as const)("%s", async ([, changes, flags]) => {
    expect(await flagsOf(twoMilo, { ...today, log: [added, ...changes] })).toEqual(flags);
  });
});

describe("TILL-49: what the person may not do", () => {
  const log = [added];
  const joined = (role: string, afterMs: number) =>
    happened(memberStream(ESI), ["StaffJoined", { userId: ESI, role }], { afterMs });
  const changed = (from: string, to: string, afterMs: number) =>
    happened(memberStream(ESI), ["StaffRoleChanged", { userId: ESI, from, to }], { afterMs });
  const removed = (afterMs: number) =>
    happened(memberStream(ESI), ["StaffRemoved", { userId: ESI }], { afterMs });

  test("is flagged: another price, a discount and a gift by a cashier", async () => {
    const past = { role: "cashier", log: [...log, joined("cashier", -HOUR_MS)] };
    for (const sold of [priced(4000), priced(5000), priced(4500, { discountMinor: 100 })]) {
      expect(await flagsOf(sold, past)).toEqual(["no-right"]);
      expect(await flagsOf(sold, { ...past, role: "manager" })).toEqual([]);
    }
    expect(await flagsOf(twoMilo, past)).toEqual([]);
  });

  test("SELL-51: is a discount above the limit that is in force, or was in the data of the till", async () => {
    const limit = (from: number, to: number, seq: number) =>
      happened(
        businessSettingsStream(TENANT),
        ["BusinessSettingsChanged", { changes: { discountLimitBp: { from, to } } }],
        { afterMs: -HOUR_MS, seq },
      );
    const past = { role: "cashier", log: [...log, joined("cashier", -9), limit(0, 1_000, 5)] };
    const [tenth, more] = [900, 901].map((discountMinor) => priced(4500, { discountMinor }));
    const flags = async (settings: object, basis: number) => [
      tenth && (await flagsOf(tenth, { ...past, settings, basis })),
      more && (await flagsOf(more, { ...past, settings, basis })),
    ];
    const taxed = { taxRateBp: 2000 };
    expect(await flags({ ...taxed, discountLimitBp: 1_000 }, 4)).toEqual([[], ["no-right"]]);
    expect(await flags(taxed, 5)).toEqual([[], ["no-right"]]);
    expect(await flags(taxed, 4)).toEqual([["no-right"], ["no-right"]]);
  });

  test("is to give a product away, also at its price if that is less than a pesewa", async () => {
    const unit = { name: "bag", perUnit: 1000 };
    const crumb = { listPriceMinor: 100, unitPriceMinor: 100, perUnit: 1000 };
    const sold = soldLines([miloEntry(1, { ...crumb, totalMinor: 0, taxMinor: 0 })]);
    const past = {
      heads: { [MILO]: milo({ priceMinor: 100, unit }) },
      log: [ofMilo(miloAdded({ priceMinor: 100, unit }), -HOUR_MS), joined("cashier", -HOUR_MS)],
    };
    expect(await flagsOf(sold, { ...past, role: "cashier" })).toEqual(["no-right"]);
    expect(await flagsOf(sold, { ...past, role: "manager" })).toEqual([]);
  });

  test.for([
    ["who was a manager then", [joined("manager", -2), changed("manager", "cashier", 1)], []],
    ["who is a manager only since", [joined("cashier", -2)], ["no-right"]],
    [
      "who had been made a cashier before",
      [joined("manager", -9), changed("manager", "cashier", -1)],
      ["no-right"],
    ],
  ] as const)("by a person %s", async ([, events, flags]) => {
    expect(await flagsOf(priced(4000), { role: "cashier", log: [...log, ...events] })).toEqual(
      flags,
    );
  });

  test("is to sell at all, for people who have left and for other roles", async () => {
    const past = [...log, joined("cashier", -9)];
    expect(await flagsOf(twoMilo, { role: undefined, log: [...past, removed(1)] })).toEqual([]);
    expect(await flagsOf(twoMilo, { role: undefined, log: [...past, removed(-1)] })).toEqual([
      "no-right",
    ]);
    const invited = happened(
      memberStream(ESI),
      ["StaffInvited", { userId: ESI, email: sealedOfAma("-"), role: "owner" }],
      { afterMs: -9 },
    );
    const heads = { [memberStream(ESI)]: headOf("member", { status: "invited", role: "owner" }) };
    expect(await flagsOf(twoMilo, { heads, log: [...log, invited] })).toEqual(["no-right"]);
    const keeper = [...log, joined("stock_keeper", -9)];
    expect(await flagsOf(twoMilo, { role: "stock_keeper", log: keeper })).toEqual(["no-right"]);
  });
});

describe("TILL-50: other sums than those of the server's rules", () => {
  const rate = (from: number, to: number, seq: number) =>
    happened(
      businessSettingsStream(TENANT),
      ["BusinessSettingsChanged", { changes: { taxRateBp: { from, to } } }],
      { afterMs: -HOUR_MS, seq },
    );
  const taxed = rate(0, 2000, 1);
  const past = { role: "manager", log: [added, taxed] };

  test("are recorded and flagged: of a line, of its tax, of a discount", async () => {
    for (const over of [
      { totalMinor: 8999 },
      { taxMinor: 1499 },
      { discountMinor: 100 },
      { discountMinor: 9001 },
    ]) {
      expect([over, await flagsOf(soldLines([miloEntry(2, over)]), past)]).toEqual([
        over,
        ["other-sum"],
      ]);
    }
  });

  test("are not those of a discount that is subtracted", async () => {
    expect(await flagsOf(priced(4500, { discountMinor: 100 }), past)).toEqual([]);
  });

  test("are those of parts, if the product is not sold in parts, or in other ones", async () => {
    const inParts = soldLines([miloEntry(50, { perUnit: 100, totalMinor: 2250, taxMinor: 375 })]);
    const unit = { name: "yard", perUnit: 100 };
    const heads = { [MILO]: milo({ unit }) };
    expect(await flagsOf(inParts, { ...past, heads })).toEqual([]);
    expect(await flagsOf(inParts, past)).toEqual(["other-sum"]);
    const split = ofMilo(miloChanged({ unit: { from: unit, to: null } }), 1);
    const whole = ofMilo(miloAdded({ unit }), -HOUR_MS);
    expect(await flagsOf(inParts, { ...past, log: [taxed, whole, split] })).toEqual([]);
  });

  test("are those of a tax rate that is neither today's nor the one that the till knew", async () => {
    const today = { ...past, settings: { taxRateBp: 1500 } };
    const log = [added, rate(0, 2000, 5), rate(2000, 1500, 9)];
    expect(await flagsOf(twoMilo, { ...today, log, basis: 8 })).toEqual([]);
    expect(await flagsOf(twoMilo, { ...today, log, basis: 9 })).toEqual(["other-sum"]);
    expect(await flagsOf(twoMilo, { ...today, log, basis: 4 })).toEqual(["other-sum"]);
    const untaxed = soldLines([miloEntry(2, { taxMinor: 0 })], {
      tax: { mode: "inclusive", rateBp: 0 },
    });
    expect(await flagsOf(untaxed, { ...today, log, basis: 4 })).toEqual([]);
  });

  test("TAX-10: a sale with tax inside is flagged where tax is added to prices, unless the till did not know", async () => {
    const log = [
      added,
      rate(0, 2000, 5),
      happened(
        businessSettingsStream(TENANT),
        [
          "BusinessSettingsChanged",
          { changes: { taxMode: { from: "inclusive", to: "exclusive" } } },
        ],
        { afterMs: -HOUR_MS, seq: 9 },
      ),
    ];
    const today = { ...past, settings: { taxMode: "exclusive" }, log };
    expect(await flagsOf(twoMilo, { ...today, basis: 8 })).toEqual([]);
    expect(await flagsOf(twoMilo, { ...today, basis: 9 })).toEqual(["other-sum"]);
    const onTop = soldLines([miloEntry(2, { taxMinor: 1800, totalMinor: 10_800 })], {
      tax: { mode: "exclusive", rateBp: 2000 },
    });
    expect(await flagsOf(onTop, { ...today, basis: 9 })).toEqual([]);
    expect(await flagsOf(onTop, { ...past, log: [added, rate(0, 2000, 5)] })).toEqual([
      "other-sum",
    ]);
  });
});

test("a sale has each flag once", async () => {
  const heads = { [MILO]: milo({ status: "archived", priceMinor: 5000 }) };
  const sold = soldLines([miloEntry(1, { totalMinor: 4400 }), miloEntry(1)]);
  const log = [
    added,
    ofMilo(miloRepriced(4500, 5000), -2),
    ofMilo(miloArchived, -1),
    happened(memberStream(ESI), ["StaffRemoved", { userId: ESI }], { afterMs: -1 }),
  ];
  expect(await flagsOf(sold, { heads, log, role: undefined })).toEqual([
    "archived",
    "no-right",
    "old-price",
    "other-sum",
  ]);
});
