import { describe, expect, test } from "vitest";

import type { EventEffects } from "#kernel/contract/events/recorded.ts";
import { UserId } from "#kernel/contract/ids.ts";
import {
  hours,
  dailyTotals,
  methodDays,
  staffDays,
} from "#projector/projections/sales/daily-totals.ts";
import { productDays, productTotals } from "#projector/projections/sales/product-totals.ts";
import { sales } from "#projector/projections/sales/sales.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { CASHIER, id, productOf, saleOf } from "#tests/kit/builders/shop-log.ts";
import { openPlainly, sealedAs } from "#tests/kit/fakes/open-plainly.ts";

const line = (product: number, quantity: number, totalMinor: number) => ({
  productId: productOf(product),
  name: `Product ${product}`,
  quantity,
  listPriceMinor: 250,
  unitPriceMinor: 250,
  discountMinor: 0,
  taxMinor: 1,
  totalMinor,
});

const sale = {
  saleId: saleOf(1),
  businessDate: "2026-03-02",
  currency: "GHS",
  lines: [line(1, 2, 500), line(2, 3, 750), line(1, 1, 250)],
  tenders: [{ method: "mobile_money", amountMinor: 1500, status: "asserted" }],
  totalMinor: 1500,
  taxMinor: 3,
};
const tax = { mode: "inclusive", rateBp: 1500 };
const made = { ...sale, store: 1, register: 2, tax };
const effects = { counters: [["sale", 42] satisfies [string, number]] };
const sold = recorded("SaleRecorded", made, { effects });
const voided = recorded("SaleVoided", { ...sale, reason: "wrong item" }, { occurredMs: 5_000 });

describe("a sale", () => {
  test("is listed with its receipt number, its lines and their total", () => {
    expect(sales.changes(sold, openPlainly)).toEqual([
      {
        kind: "put",
        key: { sale_id: saleOf(1) },
        values: {
          receipt_number: 42,
          store: 1,
          register: 2,
          occurred_ms: 1_000,
          recorded_ms: 2_000,
          business_date: "2026-03-02",
          currency: "GHS",
          customer_name: null,
          cashier_id: CASHIER,
          total_minor: 1500,
          tax_minor: 3,
          tax,
          item_count: 6,
          payment_method: "mobile_money",
          tenders: sale.tenders,
          lines: sale.lines,
          notes: null,
          listed: expect.stringContaining(`{"id":"${saleOf(1)}","receipt_number":"1-2-42"`),
        },
      },
    ]);
  });

  test("of a till has the number of its body, and none from the counter of the till", () => {
    const ofTill = { counters: [["till:2", 5] satisfies [string, number]] };
    const numberOf = (data: object, its: EventEffects): unknown =>
      sales.changes(recorded("SaleRecorded", data, { effects: its }), openPlainly)[0]?.values[
        "receipt_number"
      ];
    expect(numberOf({ ...made, receiptNumber: 57 }, ofTill)).toBe(57);
    expect(numberOf(made, ofTill)).toBeUndefined();
    expect(
      numberOf(made, {
        counters: [
          ["till:2", 5],
          ["sale", 42],
        ],
      }),
    ).toBe(42);
  });

  test("keeps the customer, the notes and the sale it may duplicate", () => {
    const more = {
      customer: { id: id(0xcafe), name: sealedAs("Efua Mensah") },
      notes: sealedAs("for Friday"),
      possibleDuplicateOf: saleOf(9),
    };
    const [change] = sales.changes(recorded("SaleRecorded", { ...made, ...more }), openPlainly);
    expect(change?.values).toMatchObject({
      customer_id: id(0xcafe),
      customer_name: "Efua Mensah",
      notes: "for Friday",
      possible_duplicate_of: saleOf(9),
    });
  });

  test("stays listed when voided, with the time and the reason", () => {
    expect(sales.changes(voided, openPlainly)).toEqual([
      {
        kind: "patch",
        key: { sale_id: saleOf(1) },
        values: { voided_ms: 5_000, void_reason: "wrong item" },
      },
    ]);
  });
});

describe("the figures of a day", () => {
  const key = { day: "2026-03-02", currency: "GHS" };

  test("grow by a sale, on the sale's business date", () => {
    expect(dailyTotals.changes(sold, openPlainly)).toEqual([
      { kind: "add", key, values: { orders: 1, total_minor: 1500, tax_minor: 3 } },
    ]);
  });

  test("shrink by a void on the day of its sale", () => {
    expect(dailyTotals.changes(voided, openPlainly)).toEqual([
      { kind: "add", key, values: { orders: -1, total_minor: -1500, tax_minor: -3 } },
    ]);
  });
});

describe("the figures of an hour and of a person", () => {
  const sums = { orders: 1, total_minor: 1500 };
  const less = { orders: -1, total_minor: -1500 };
  const key = { day: "2026-03-02", currency: "GHS" };
  const soldMs = Date.parse("2026-03-01T23:59:59.999Z");
  const late = recorded("SaleRecorded", made, { effects, occurredMs: soldMs });
  const manager = UserId.parse(id(0xb055));

  test("grow in the hour and for the person of the sale", () => {
    const hour = { ...key, hour: "2026-03-01T23" };
    expect(hours.changes(late, openPlainly)).toEqual([{ kind: "add", key: hour, values: sums }]);
    const person = { ...key, user_id: CASHIER };
    expect(staffDays.changes(late, openPlainly)).toEqual([
      { kind: "add", key: person, values: sums },
    ]);
  });

  test("shrink there even if another person voids it later", () => {
    const back = { ...sale, soldMs, soldBy: CASHIER };
    const undone = recorded("SaleVoided", back, { actorId: manager, occurredMs: soldMs * 2 });
    expect([hours, staffDays].flatMap(({ changes }) => changes(undone, openPlainly))).toEqual([
      { kind: "add", key: { ...key, hour: "2026-03-01T23" }, values: less },
      { kind: "add", key: { ...key, user_id: CASHIER }, values: less },
    ]);
  });

  test("use the void's own hour and person if it does not carry those of its sale", () => {
    const undone = recorded("SaleVoided", sale, { actorId: manager, occurredMs: soldMs });
    expect([hours, staffDays].flatMap(({ changes }) => changes(undone, openPlainly))).toEqual([
      { kind: "add", key: { ...key, hour: "2026-03-01T23" }, values: less },
      { kind: "add", key: { ...key, user_id: manager }, values: less },
    ]);
  });
});

describe("the figures of a payment method", () => {
  test("grow by the amount paid, by its confirmation status", () => {
    const tenders = [
      { method: "cash", amountMinor: 500, status: "confirmed" },
      { method: "card", amountMinor: 1000, status: "asserted" },
    ];
    const [first, second] = methodDays.changes(
      recorded("SaleRecorded", { ...made, tenders }),
      openPlainly,
    );
    const day = { day: "2026-03-02", currency: "GHS" };
    expect(first).toEqual({
      kind: "add",
      key: { ...day, method: "cash", status: "confirmed" },
      values: { payments: 1, amount_minor: 500 },
    });
    expect(second).toMatchObject({ key: { method: "card", status: "asserted" } });
    expect(methodDays.changes(voided, openPlainly)).toEqual([
      {
        kind: "add",
        key: { ...day, method: "mobile_money", status: "asserted" },
        values: { payments: -1, amount_minor: -1500 },
      },
    ]);
  });
});

describe("the figures of a product", () => {
  const figures = (sign: 1 | -1) => [
    { quantity: 2 * sign, revenue_minor: 500 * sign },
    { quantity: 3 * sign, revenue_minor: 750 * sign },
    { quantity: sign, revenue_minor: 250 * sign },
  ];
  const ids = [productOf(1), productOf(2), productOf(1)];

  test.each([
    ["grow by every line of a sale", sold, 1],
    ["shrink by every line of a void", voided, -1],
  ] as const)("%s", (_, event, sign) => {
    expect(productTotals.changes(event, openPlainly)).toEqual(
      figures(sign).map((values, i) => ({
        kind: "add",
        key: { product_id: ids[i], currency: "GHS" },
        values,
      })),
    );
    expect(productDays.changes(event, openPlainly)).toEqual(
      figures(sign).map((values, i) => ({
        kind: "add",
        key: { day: "2026-03-02", product_id: ids[i], currency: "GHS" },
        values,
      })),
    );
  });
});
