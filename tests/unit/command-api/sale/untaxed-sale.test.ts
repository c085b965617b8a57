import { describe, expect, test } from "vitest";

import { formatOfAll } from "#command-api/event-store/readers.ts";
import { sale } from "#command-api/sale/sale.ts";
import { parseStored } from "#kernel/contract/events/catalogue.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import { productId } from "#tests/kit/builders/fixed-ids.ts";
import { givenFor } from "#tests/kit/builders/given.ts";
import { MILO } from "#tests/kit/builders/product-events.ts";
import { recordTwoMilo } from "#tests/kit/builders/record-sale.ts";
import { saleRecorded, twoMilo } from "#tests/kit/builders/sale-events.ts";
import { stored, tenant } from "#tests/kit/builders/stored-event.ts";

const given = givenFor(sale);

const [BREAD, BOOK] = [productId(2), productId(3)];
const products = new Map([
  [MILO, { status: "active", name: "Milo 400g", priceMinor: 4_500, onHand: 10 }],
  [
    BREAD,
    { status: "active", name: "Bread", priceMinor: 1_000, onHand: 10, taxCategory: "exempt" },
  ],
  [BOOK, { status: "active", name: "Book", priceMinor: 2_000, onHand: 10, taxCategory: "zero" }],
] as const);
const items = [
  { productId: MILO, quantity: 2, unit_price: 4_500 },
  { productId: BREAD, quantity: 3, unit_price: 1_000 },
  { productId: BOOK, quantity: 1, unit_price: 2_000 },
];

function decided(over: Parameters<typeof recordTwoMilo>[0] = {}): SaleRecorded["data"] {
  const command = recordTwoMilo({ items, ...over }, { facts: { products }, role: "owner" });
  const events = sale.decide(command, sale.initialState);
  const [event] = "rejected" in events ? [] : events;
  if (event?.type !== "SaleRecorded") throw new Error("a sale was refused");
  return event.data;
}

describe("TAX-14: the server decides a sale by the products that it knows", () => {
  test("with tax inside the prices", () => {
    expect(decided()).toMatchObject({
      lines: [
        { name: "Milo 400g", taxMinor: 1_500, totalMinor: 9_000 },
        { name: "Bread", taxMinor: 0, totalMinor: 3_000, taxCategory: "exempt" },
        { name: "Book", taxMinor: 0, totalMinor: 2_000, taxCategory: "zero" },
      ],
      totalMinor: 14_000,
      taxMinor: 1_500,
      tax: {
        parts: [
          { name: "VAT", amountMinor: 1_124 },
          { name: "NHIL", amountMinor: 188 },
          { name: "GETFund", amountMinor: 188 },
        ],
      },
    });
  });

  test("with tax on top, and a discount over all lines", () => {
    const { lines, totalMinor, taxMinor } = decided({
      tax: "exclusive",
      discounts: [{ percent: 10_000 }],
    });
    expect(lines.map((line) => [line.discountMinor, line.taxMinor, line.totalMinor])).toEqual([
      [900, 1_620, 9_720],
      [300, 0, 2_700],
      [200, 0, 1_800],
    ]);
    expect([totalMinor, taxMinor]).toEqual([14_220, 1_620]);
  });

  test("without a tax at all if nothing in it is taxed", () => {
    const { taxMinor, totalMinor } = decided({ items: items.slice(1), tax: "exclusive" });
    expect([totalMinor, taxMinor]).toEqual([5_000, 0]);
  });

  test("a void repeats its lines with their categories", () => {
    const recorded = decided();
    given(saleRecorded(recorded))
      .when({ type: "VoidSale", recorded })
      .thenEvents({
        type: "SaleVoided",
        data: {
          saleId: recorded.saleId,
          businessDate: recorded.businessDate,
          currency: recorded.currency,
          lines: recorded.lines,
          tenders: recorded.tenders,
          totalMinor: recorded.totalMinor,
          taxMinor: recorded.taxMinor,
        },
      });
  });

  test("TAX-13: a sale of the standard rate is written byte for byte as before", () => {
    const written = JSON.stringify(decided({ items: items.slice(0, 1) }));
    const parts = decided({ items: items.slice(0, 1) }).tax.parts;
    const { tax, tenders, lines, totalMinor, taxMinor, ...head } = twoMilo;
    expect(written).toBe(
      JSON.stringify({ ...head, lines, totalMinor, taxMinor, tax: { ...tax, parts }, tenders }),
    );
  });

  test("is read again from the log as it was written", () => {
    const data = decided();
    const event = parseStored(
      stored(tenant(1), 1, { type: "SaleRecorded", data: JSON.stringify(data), effects: null }),
    );
    expect(event.data).toStrictEqual(data);
  });

  test("TAX-18: is of the second format if a line says its category, and of the first if none does", () => {
    const formatOf = (data: SaleRecorded["data"]) =>
      formatOfAll([
        { event: saleRecorded(data), streamId: data.saleId, streamType: "sale", expected: 0 },
      ]);
    expect([formatOf(decided()), formatOf(decided({ items: items.slice(0, 1) }))]).toEqual([2, 1]);
  });
});
