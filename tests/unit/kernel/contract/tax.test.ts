import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { taxAdded, taxIncluded } from "#kernel/contract/cart.ts";
import { MAX_TOTAL_MINOR } from "#kernel/contract/money.ts";
import { standardRate, taxParts, taxProfileOf } from "#kernel/contract/tax.ts";

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const RATES = [0, 1, 1250, 1500, 2000, 10_000];
const rate = fc.constantFrom(...RATES);
const amount = fc.integer({ min: 0, max: MAX_TOTAL_MINOR });

describe("rounding cases that were wrong by one pesewa in other products; rounded half up per line", () => {
  test("4 x 1.48, 1.52, 1.54 and 0.39 at 21 % have a tax of 1.96, not 1.97 as their sum would", () => {
    const lines = [592, 152, 154, 39];
    expect(sum(lines)).toBe(937);
    expect(sum(lines.map((line) => taxAdded(line, 2100)))).toBe(196);
    expect(taxAdded(937, 2100)).toBe(197);
  });

  test("55.55 and 11.11 at 23 % have a tax of 15.34, not 15.33 as their sum would", () => {
    expect(sum([5555, 1111].map((line) => taxAdded(line, 2300)))).toBe(1534);
    expect(taxAdded(6666, 2300)).toBe(1533);
  });

  test("2.30 less 5 % is 2.19, where floats give 2.18", () => {
    expect(taxAdded(230, 9500)).toBe(219);
    expect(Math.round(2.3 * 0.95 * 100 - 1e-9)).toBe(218);
  });

  test("6 % of 3.75 is 0.23 and of 3.74 is 0.22: the base is the rounded price", () => {
    expect(taxAdded(375, 600)).toBe(23);
    expect(taxAdded(374, 600)).toBe(22);
  });
});

describe("tax inside a price", () => {
  test.each([
    [12_000, 2000, 2000],
    [10_000, 2000, 1667],
    [10_000, 0, 0],
    [10_000, 1, 1],
    [10_000, 1250, 1111],
    [10_000, 10_000, 5000],
    [3, 2000, 1], // 0.5 rounds up
    [2, 2000, 0],
    [0, 2000, 0],
  ])("MONEY-07: of %d pesewas at %d hundredths of a percent is %d", (gross, rateBp, tax) =>
    expect(taxIncluded(gross, rateBp)).toBe(tax),
  );

  test("is exact where a float would not be", () => {
    expect(taxIncluded(MAX_TOTAL_MINOR, 2000)).toBe(16_666_666_666_667);
    expect(taxAdded(MAX_TOTAL_MINOR, 2000)).toBe(20_000_000_000_000);
  });

  test("of a negative amount is the same with the other sign", () => {
    fc.assert(
      fc.property(amount, rate, (gross, rateBp) => {
        expect(taxIncluded(-gross, rateBp) + taxIncluded(gross, rateBp)).toBe(0);
        expect(taxAdded(-gross, rateBp) + taxAdded(gross, rateBp)).toBe(0);
      }),
    );
  });

  test("is within half a pesewa of the exact share, and a tie rounds up", () => {
    fc.assert(
      fc.property(amount, rate, (gross, rateBp) => {
        const share = 10_000n + BigInt(rateBp);
        const twiceOff =
          2n * (BigInt(taxIncluded(gross, rateBp)) * share - BigInt(gross) * BigInt(rateBp));
        expect(twiceOff > -share && twiceOff <= share).toBe(true);
      }),
    );
  });
});

test("TAX-01, TAX-03: a profile that was not chosen follows from the rate", () => {
  expect(taxProfileOf(null, 0)).toBe("unregistered");
  expect(taxProfileOf(undefined, 1500)).toBe("registered");
  expect(taxProfileOf("unregistered", 1500)).toBe("registered");
  expect(taxProfileOf("registered", 0)).toBe("registered");
  expect(taxProfileOf("foreign", 2000)).toBe("foreign");
});

test.each([
  ["2021-04-30", undefined],
  ["2021-05-01", 1925],
  ["2022-12-31", 1925],
  ["2023-01-01", 2190],
  ["2025-12-31", 2190],
  ["2026-01-01", 2000],
  ["2031-07-01", 2000],
])("TAX-05: the standard rate on %s is %s hundredths of a percent", (day, rateBp) =>
  expect(standardRate(day)?.rateBp).toBe(rateBp),
);

describe("the taxes of Ghana in one rate", () => {
  const of2026 = { currency: "GHS", rateBp: 2000, date: "2026-01-01" } as const;
  const of2023 = { currency: "GHS", rateBp: 2190, date: "2023-01-01" } as const;
  const of2021 = { currency: "GHS", rateBp: 1925, date: "2021-05-01" } as const;
  const amountsOf = (taxMinor: number, of: Parameters<typeof taxParts>[1]) =>
    Object.fromEntries((taxParts(taxMinor, of) ?? []).map((part) => [part.name, part.amountMinor]));

  test("MONEY-11: equal levies are equal, also where they cannot be split evenly", () => {
    // 19.00 has a tax of 3.17, and 2.5 % of the net price of 15.83 is 0.40.
    expect(taxParts(taxIncluded(1900, 2000), of2026)).toEqual([
      { name: "VAT", rateBp: 1500, amountMinor: 237 },
      { name: "NHIL", rateBp: 250, amountMinor: 40 },
      { name: "GETFund", rateBp: 250, amountMinor: 40 },
    ]);
  });

  test("MONEY-11: of a net price of 100.00 by the acts of each time", () => {
    expect(amountsOf(2000, of2026)).toEqual({ VAT: 1500, NHIL: 250, GETFund: 250 });
    // VAT is on 106.00.
    const before = { NHIL: 250, GETFund: 250, "COVID-19": 100 };
    expect(amountsOf(2190, of2023)).toEqual({ VAT: 1590, ...before });
    expect(amountsOf(1925, of2021)).toEqual({ VAT: 1325, ...before });
    expect(taxParts(2190, of2023)?.[0]?.rateBp).toBe(1500);
    expect(taxParts(1925, of2021)?.[0]?.rateBp).toBe(1250);
  });

  test("MONEY-11: a rate is split from its first day to its last", () => {
    expect(taxParts(225, { ...of2026, date: "2025-12-31" })).toBeUndefined();
    expect(taxParts(225, { ...of2026, date: "2030-01-01" })).toHaveLength(3);
    expect(taxParts(225, { ...of2023, date: "2022-12-31" })).toBeUndefined();
    expect(taxParts(225, { ...of2023, date: "2025-12-31" })).toHaveLength(4);
    expect(taxParts(225, { ...of2023, date: "2026-01-01" })).toBeUndefined();
    expect(taxParts(225, { ...of2021, date: "2021-04-30" })).toBeUndefined();
    expect(taxParts(225, { ...of2021, date: "2022-12-31" })).toHaveLength(4);
    expect(taxParts(225, { ...of2026, rateBp: 1250 })).toBeUndefined();
    expect(taxParts(225, { ...of2026, currency: "GBP" })).toBeUndefined();
  });

  test("MONEY-11: the parts add up, and each levy is within half a pesewa of its share", () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(of2021, of2023, of2026), (taxMinor, of) => {
        const [vat, ...levies] = taxParts(taxMinor, of) ?? [];
        expect(sum([vat, ...levies].map((part) => part?.amountMinor ?? 0))).toBe(taxMinor);
        expect(vat?.amountMinor).toBeGreaterThanOrEqual(0);
        for (const { rateBp, amountMinor } of levies) {
          const exact = BigInt(taxMinor) * BigInt(rateBp);
          const twiceOff = 2n * (BigInt(amountMinor) * BigInt(of.rateBp) - exact);
          expect(twiceOff > -BigInt(of.rateBp) && twiceOff <= BigInt(of.rateBp)).toBe(true);
        }
      }),
    );
  });
});
