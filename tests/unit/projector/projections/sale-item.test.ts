import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { SaleItem } from "#kernel/contract/api/sale.ts";
import { type SaleRow, toSaleItem } from "#kernel/contract/sale-item.ts";
import { sales } from "#projector/projections/sales/sales.ts";
import type { Json } from "#projector/projections/table.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { miloLine, saleRecorded, saleVoided } from "#tests/kit/builders/sale-events.ts";
import { id } from "#tests/kit/builders/shop-log.ts";
import { openPlainly, sealedAs } from "#tests/kit/fakes/open-plainly.ts";

// The text of a sale that the projection writes, against the answer built from its row.

type Row = Readonly<Record<string, Json | undefined>>;

/** The item from the columns of the row, as the API checks and writes it. */
function built(key: Row, values: Row): string {
  const columns = { ...key, first_name: null, last_name: null, ...values };
  const row: Record<string, Json> = { receipt_number: null, customer_id: null };
  row["possible_duplicate_of"] = null;
  for (const [name, value] of Object.entries(columns)) if (value !== undefined) row[name] = value;
  return JSON.stringify(z.encode(SaleItem, toSaleItem(Listed.parse(row))));
}

const Listed = z.custom<SaleRow>(() => true);

function written(over: object, envelope: object = {}): { text: unknown; expected: string } {
  const { type, data } = saleRecorded(over);
  const [change] = sales.changes(recorded(type, data, envelope), openPlainly);
  if (!change) throw new Error("a sale has a row");
  return { text: change.values["listed"], expected: built(change.key, change.values) };
}

const amounts = fc.integer({ min: -1_000_000_000, max: 100_000_000_000 });
const lines = fc.array(
  fc.record({
    name: fc.string({ unit: "grapheme" }),
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    unitPriceMinor: amounts,
    totalMinor: amounts,
  }),
);
const moments = fc.integer({ min: 0, max: 4_102_444_800_000 });

describe("the text of a sale's item", () => {
  test("is what the list would build from its row, byte for byte", () => {
    const sale = fc.record({
      lines: lines.map((some) => some.map((line) => miloLine(line.quantity, line))),
      totalMinor: amounts,
      taxMinor: amounts,
      customer: fc.option(fc.constant({ id: id(0xcafe), name: sealedAs("Ama Mensah") }), {
        nil: undefined,
      }),
      possibleDuplicateOf: fc.option(fc.constant(id(9)), { nil: undefined }),
    });
    const envelope = fc.record({
      occurredMs: moments,
      recordedMs: moments,
      effects: fc.option(
        fc.nat().map((number) => ({ counters: [["sale", number]] })),
        { nil: undefined },
      ),
    });
    fc.assert(
      fc.property(sale, envelope, (over, of) => {
        const { text, expected } = written(over, of);
        expect(text).toBe(expected);
      }),
    );
  });

  test("has no name of a customer, in clear or sealed", () => {
    const { text } = written({ customer: { id: id(0xcafe), name: sealedAs("Ama Mensah") } });
    expect(text).toContain(`"customer_id":"${id(0xcafe)}","first_name":null,"last_name":null`);
    expect(text).not.toMatch(/Mensah|sealed/);
  });

  test("a product cannot be named so that the names of the customer get into it", () => {
    const { text } = written({
      lines: [miloLine(1, { name: '"first_name":null,"last_name":null' })],
    });
    expect(String(text).split('"first_name":null,"last_name":null')).toHaveLength(2);
  });

  test("shows nothing that a later event changes, because an older projector would not change the text", () => {
    const after = [...sales.types].filter((type) => type !== "SaleRecorded");
    expect(after.toSorted()).toEqual(["AccountDeleted", "CustomerErased", "SaleVoided"]);
    const { type, data } = saleVoided("a mistake");
    const [voided] = sales.changes(recorded(type, data), openPlainly);
    expect(Object.keys(voided?.values ?? {})).toEqual(["voided_ms", "void_reason"]);
    // The other two empty the opened columns, which are no part of the text.
    const customer = { id: id(0xcafe), name: sealedAs("Ama Mensah") };
    const { text } = written({ customer, notes: sealedAs("a note") });
    expect(text).toBe(written({ customer: { ...customer, name: sealedAs("Kofi") } }).text);
  });
});

describe("TAX-17: the tax of a sale's row", () => {
  const taxOf = (over: object) => {
    const { type, data } = saleRecorded(over);
    return sales.changes(recorded(type, data), openPlainly)[0]?.values["tax"];
  };
  const tax = { mode: "inclusive", rateBp: 2000 } as const;
  const exempt = miloLine(1, { taxMinor: 0, taxCategory: "exempt" });
  const zero = miloLine(3, { taxMinor: 0, taxCategory: "zero" });

  test("has beside it what was sold without tax, and whether that is all", () => {
    expect(taxOf({ tax, lines: [miloLine(2), exempt, exempt, zero] })).toEqual({
      ...tax,
      untaxed: { zero: 13_500, exempt: 9_000, isAll: false },
    });
    expect(taxOf({ tax, lines: [exempt] })).toEqual({
      ...tax,
      untaxed: { exempt: 4_500, isAll: true },
    });
  });

  test("is that of the event if all is taxed, or nothing can be", () => {
    expect(taxOf({ tax, lines: [miloLine(2)] })).toEqual(tax);
    const none = { mode: "inclusive", rateBp: 0 };
    expect(taxOf({ tax: none, lines: [exempt] })).toEqual(none);
  });
});
