import { describe, expect, test } from "vitest";

import { receiptLetter } from "#command-api/mail/letters/receipt.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import { miloLine, twoMilo } from "#tests/kit/builders/sale-events.ts";

const exempt = miloLine(1, { name: "Bread", taxMinor: 0, taxCategory: "exempt" });
const zero = miloLine(1, { name: "Book", taxMinor: 0, taxCategory: "zero", totalMinor: 500 });
const exclusive = { mode: "exclusive", rateBp: 2_000 } as const;

/** The lines of the email from its sums to its payments. */
function sumsOf(over: Partial<SaleRecorded["data"]>): readonly string[] {
  const { text } = receiptLetter({
    sale: { ...twoMilo, ...over },
    effects: { counters: [["sale", 42]] },
    soldMs: Date.parse("2026-11-21T10:00:00Z"),
    isVoid: false,
    shop: { name: "Ama's", timezone: "Africa/Accra" },
  });
  const lines = text.split("\n").map((line) => line.trim());
  const from = lines.findIndex((line) => /^(Subtotal|Total) /.test(line));
  return lines.slice(
    from,
    lines.findIndex((line) => line.startsWith("Cash")),
  );
}

describe("TAX-16: the email of a receipt", () => {
  test("has exempt and zero-rated sums below the total, in both modes", () => {
    const lines = [miloLine(2), exempt, zero];
    expect(sumsOf({ lines, totalMinor: 14_000 })).toEqual([
      "Total  GH₵140.00",
      "incl. Tax 20%  GH₵15.00",
      "Zero-rated  GH₵5.00",
      "Exempt  GH₵45.00",
    ]);
    expect(sumsOf({ lines, totalMinor: 14_000, tax: exclusive })).toEqual([
      "Subtotal  GH₵125.00",
      "Tax 20%  GH₵15.00",
      "Total  GH₵140.00",
      "Zero-rated  GH₵5.00",
      "Exempt  GH₵45.00",
    ]);
  });

  test("names no tax if nothing is taxed, and is as before if everything is", () => {
    for (const tax of [twoMilo.tax, exclusive]) {
      expect(sumsOf({ lines: [exempt], totalMinor: 4_500, taxMinor: 0, tax })).toEqual([
        "Total  GH₵45.00",
        "Exempt  GH₵45.00",
      ]);
    }
    expect(sumsOf({})).toEqual(["Total  GH₵90.00", "incl. Tax 20%  GH₵15.00"]);
    const untaxed = { mode: "inclusive", rateBp: 0 } as const;
    expect(sumsOf({ lines: [exempt], totalMinor: 4_500, taxMinor: 0, tax: untaxed })).toEqual([
      "Total  GH₵45.00",
    ]);
  });
});
