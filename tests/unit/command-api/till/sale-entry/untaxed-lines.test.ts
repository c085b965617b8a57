import { describe, expect, test } from "vitest";

import { businessSettingsStream } from "#command-api/tenant-rules/tenant-rules.ts";
import { saleEntries } from "#command-api/till/sale-entry/sale-entry.ts";
import type { EntryLine } from "#kernel/contract/api/till/entries.ts";
import { openItemId } from "#kernel/node/ids.ts";
import { productId } from "#tests/kit/builders/fixed-ids.ts";
import { MILO, miloAdded, miloChanged } from "#tests/kit/builders/product-events.ts";
import { createScriptedStore, loaded } from "#tests/kit/fakes/scripted-store.ts";

import {
  ARRIVED_MS,
  decide,
  flagsOf,
  happened,
  milo,
  miloEntry,
  record,
  sealer,
  soldLines,
  TENANT,
} from "./decide-sale.ts";

const HOUR_MS = 3_600_000;
const untaxed = (over: Partial<EntryLine> = {}): EntryLine =>
  miloEntry(2, { taxMinor: 0, taxCategory: "exempt", ...over });
const exempt = soldLines([untaxed()]);
const taxed = soldLines([miloEntry(2)]);
const heads = { [MILO]: milo({ taxCategory: "exempt" }) };

/** Since long before the sale the rate is 20 %. */
const registered = happened(
  businessSettingsStream(TENANT),
  ["BusinessSettingsChanged", { changes: { taxRateBp: { from: 0, to: 2_000 } } }],
  { afterMs: -99 * HOUR_MS },
);
const added = happened(MILO, ["ProductAdded", miloAdded().data], { afterMs: -90 * HOUR_MS });

const { parse } = saleEntries({
  read: createScriptedStore({ loads: [loaded([])], log: [] }).store.read,
  sealer,
  clock: () => ARRIVED_MS,
});

describe("TAX-15: a till's sale without tax", () => {
  test("is recorded as the till sold it, without a flag where the server agrees", async () => {
    const mixed = soldLines([untaxed(), miloEntry(1, { productId: productId(9) })]);
    const { data } = await record(mixed, { heads });
    expect(data.lines).toEqual(mixed.lines);
    expect([data.taxMinor, data.totalMinor]).toEqual([750, 13_500]);
    expect(await flagsOf(exempt, { heads })).toEqual([]);
    expect(await flagsOf(taxed)).toEqual([]);
  });

  test("adds its tax to none of it where prices are without tax", async () => {
    const settings = { taxMode: "exclusive" };
    const tax = { mode: "exclusive", rateBp: 2_000 } as const;
    expect(await flagsOf(soldLines([untaxed()], { tax }), { heads, settings })).toEqual([]);
  });

  test("cannot be recorded with a tax on such a line", async () => {
    const wrong = soldLines([untaxed({ taxMinor: 1_500 })]);
    expect(await decide(wrong, { heads })).toEqual({ aside: "wrong-sums" });
  });

  const changedTo = (seq: number, afterMs: number) => [
    registered,
    added,
    happened(
      MILO,
      [
        "ProductDetailsChanged",
        miloChanged({ taxCategory: { from: "standard", to: "exempt" } }).data,
      ],
      { afterMs, seq },
    ),
  ];

  test.for([
    ["was made before the till's data were", 40, -HOUR_MS, ["other-sum"]],
    ["was not in the till's data yet", 60, -HOUR_MS, []],
    ["came after the sale", 60, HOUR_MS, []],
  ] as const)("keeps its tax if the change of the product %s", async ([, seq, afterMs, flags]) => {
    const log = changedTo(seq, afterMs);
    expect(await flagsOf(taxed, { heads, log, basis: 50 })).toEqual(flags);
    expect((await record(taxed, { heads, log, basis: 50 })).data.taxMinor).toBe(1_500);
  });

  test("is flagged if the product never was without tax", async () => {
    expect(await flagsOf(exempt, { log: [registered, added] })).toEqual(["other-sum"]);
  });

  test("of a product that came with a later download goes by how that was then", async () => {
    const log = [
      registered,
      happened(MILO, ["ProductAdded", miloAdded({ taxCategory: "zero" }).data], {
        afterMs: -HOUR_MS,
        seq: 60,
      }),
    ];
    expect(
      await flagsOf(soldLines([untaxed({ taxCategory: "zero" })]), { log, basis: 50 }),
    ).toEqual([]);
  });

  test("is in version 3 of the body; versions 1 and 2 stay what they were", () => {
    expect(parse(3, exempt)).toEqual(exempt);
    expect([parse(1, exempt), parse(2, exempt)]).toEqual(["malformed", "malformed"]);
    for (const version of [1, 2, 3]) expect(parse(version, taxed)).toEqual(taxed);
    expect([parse(4, taxed), parse(0, taxed)]).toEqual(["unknown-version", "unknown-version"]);
    for (const taxCategory of ["standard", "Exempt", "", null]) {
      const wrong = { ...taxed, lines: [{ ...miloEntry(2), taxCategory }] };
      expect([taxCategory, parse(3, wrong)]).toEqual([taxCategory, "malformed"]);
    }
  });

  test("TAX-19: an amount without a product is at the standard rate, and cannot say otherwise", async () => {
    const open = miloEntry(1, { productId: openItemId(TENANT), open: true });
    expect(parse(3, soldLines([open]))).toEqual(soldLines([open]));
    const claimed = { ...open, taxMinor: 0, taxCategory: "zero" as const };
    expect(parse(3, soldLines([claimed]))).toBe("malformed");
    expect(await flagsOf(soldLines([open]))).toEqual([]);
  });
});
