import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import {
  emptySale,
  fieldsOf,
  lineMinor,
  problemsOf,
  reduceSale,
  totalMinor,
  totalUnits,
} from "#web/features/sales/sale-draft.ts";
import type { SaleAction, SaleDraft } from "#web/features/sales/sale-draft.ts";
import { whenOf } from "#web/features/sales/sale-time.tsx";
import { emptyCart } from "#web/state/cart.ts";
import { saleBody } from "#web/state/sale-body.ts";

const whole = { unit: null };
const milk = { ...whole, id: "p-milk", name: "Peak Milk 400g", stock_exact: 6, priceMinor: 6_800 };
const noodles = {
  ...whole,
  id: "p-noodles",
  name: "Indomie Onion 70g",
  stock_exact: 212,
  priceMinor: 450,
};
const cloth = {
  id: "p-cloth",
  name: "Wax print",
  stock_exact: 1_200,
  priceMinor: 4_500,
  unit: { name: "yard", per_unit: 100 },
};

const picked = (product: typeof milk | typeof cloth): SaleAction => ({ type: "picked", product });
const quantity = (productId: string, text: string): SaleAction => ({
  type: "quantityTyped",
  productId,
  quantity: text,
});
const price = (productId: string, text: string): SaleAction => ({
  type: "priceTyped",
  productId,
  price: text,
});
const bodyOf = (draft: SaleDraft) => saleBody(draft.cart, draft.paymentMethod);
const rowsOf = (draft: SaleDraft) =>
  draft.cart.lines.map((line) => [line.productId, ...Object.values(fieldsOf(draft, line))]);
const after = (...actions: readonly SaleAction[]): SaleDraft =>
  actions.reduce(reduceSale, emptySale);

describe("SALE-80: a draft with the products of now", () => {
  const products = new Map([
    [milk.id, { ...milk, priceMinor: 7_000, tax_category: "exempt" as const, stock_exact: 2 }],
    [noodles.id, { ...noodles, priceMinor: 500 }],
  ]);
  const current = (draft: SaleDraft) =>
    reduceSale(draft, { type: "refreshed", productOf: (id) => products.get(id) });

  test("takes their tax, stock and price", () => {
    const draft = current(after(picked(milk), quantity("p-milk", "3")));
    expect(draft.cart.lines).toMatchObject([
      {
        taxCategory: "exempt",
        stock: 2,
        quantity: 3,
        listPriceMinor: 7_000,
        unitPriceMinor: 7_000,
      },
    ]);
    expect(rowsOf(draft)).toEqual([["p-milk", "3", "70.00"]]);
    expect(totalMinor(draft, { taxRateBp: 2_000, taxMode: "exclusive" })).toBe(21_000);
  });

  test("keeps a price that was typed, and what is no price yet", () => {
    const draft = current(
      after(picked(milk), price("p-milk", "60"), picked(noodles), price("p-noodles", "4.5x")),
    );
    expect(draft.cart.lines).toMatchObject([
      { taxCategory: "exempt", listPriceMinor: 7_000, unitPriceMinor: 6_000 },
      { listPriceMinor: 500 },
    ]);
    expect(rowsOf(draft)).toEqual([
      ["p-milk", "1", "60"],
      ["p-noodles", "1", "4.5x"],
    ]);
    expect(totalMinor(draft)).toBe(6_000);
  });

  test("keeps a line whose product is gone, and is the same if nothing changed", () => {
    const draft = after(picked(cloth));
    expect(current(draft)).toBe(draft);
    const now = current(after(picked(milk)));
    expect(current(now)).toBe(now);
  });
});

describe("the draft of a sale", () => {
  test("starts empty, for a walk-in customer paying cash", () => {
    expect(emptySale).toEqual({ cart: emptyCart, fields: {}, paymentMethod: "cash" });
  });

  test("takes the price of the product", () => {
    const draft = after(picked(milk));
    expect(draft.cart.lines).toMatchObject([
      { productId: "p-milk", name: "Peak Milk 400g", stock: 6, quantity: 1, unitPriceMinor: 6_800 },
    ]);
    expect(rowsOf(draft)).toEqual([["p-milk", "1", "68.00"]]);
  });

  test("adds one when a product is picked again, and keeps the typed price", () => {
    const draft = after(picked(milk), price("p-milk", "70"), picked(noodles), picked(milk));
    expect(rowsOf(draft)).toEqual([
      ["p-milk", "2", "70"],
      ["p-noodles", "1", "4.50"],
    ]);
  });

  test("starts at one again if the quantity was not a number", () => {
    const draft = after(picked(milk), quantity("p-milk", "abc"), picked(milk));
    expect(rowsOf(draft)).toEqual([["p-milk", "1", "68.00"]]);
  });

  test("removes a line and keeps the others", () => {
    const draft = after(picked(milk), picked(noodles), { type: "removed", productId: "p-milk" });
    expect(draft.cart.lines.map((line) => line.productId)).toEqual(["p-noodles"]);
  });

  test("totals quantity times price, in pesewas", () => {
    const draft = after(picked(milk), picked(noodles), quantity("p-noodles", "10"));
    expect(totalMinor(draft)).toBe(11_300);
    expect(totalUnits(draft)).toBe(11);
  });

  test("has no rounding errors", () => {
    const draft = after(picked(milk), price("p-milk", "19.99"), quantity("p-milk", "3"));
    expect(totalMinor(draft)).toBe(5_997);
  });

  test("leaves half-typed lines out of the total", () => {
    const draft = after(
      picked(milk),
      picked(noodles),
      quantity("p-milk", ""),
      price("p-noodles", "-"),
    );
    expect(draft.cart.lines.map((line) => lineMinor(draft, line))).toEqual([undefined, undefined]);
    expect(totalMinor(draft)).toBe(0);
  });

  test("keeps the customer and the payment method", () => {
    const draft = after(
      { type: "customerChosen", customer: { id: "c-kwame", name: "Kwame Boateng" } },
      { type: "paymentChosen", paymentMethod: "card" },
    );
    expect(bodyOf(draft)).toMatchObject({ customer_id: "c-kwame", payment_method: "card" });
  });
});

describe("the check before saving", () => {
  test("asks for an item in the words of the specification", () => {
    expect(problemsOf(emptySale)).toEqual({
      form: "Please add at least one item to the sale",
      lines: [],
    });
  });

  test("reports problems per line", () => {
    const draft = after(
      picked(milk),
      picked(noodles),
      quantity("p-milk", "0"),
      price("p-noodles", "1.234"),
    );
    expect(problemsOf(draft)).toEqual({
      lines: [
        { quantity: "Quantity must be a whole number from 1 to 1,000,000" },
        { price: "Enter a price like 12.50" },
      ],
    });
  });

  test("reads amounts as people type them", () => {
    const draft = after(picked(milk), price("p-milk", "1,068.5"));
    expect(problemsOf(draft)).toBeUndefined();
    expect(bodyOf(draft)).toMatchObject({
      items: [{ product_id: "p-milk", quantity: 1, unit_price: 1_068.5 }],
    });
  });

  test("sends parts for a product sold in parts, at the price of the whole unit", () => {
    const draft = after(picked(cloth), quantity("p-cloth", "3"));
    expect(totalMinor(draft)).toBe(13_500);
    expect(bodyOf(draft)).toMatchObject({
      items: [{ product_id: "p-cloth", quantity: 300, unit_price: 45, base_units: true }],
    });
  });

  test("reports an invalid or too large quantity in parts", () => {
    for (const text of ["", "0", "10001"]) {
      expect(problemsOf(after(picked(cloth), quantity("p-cloth", text)))).toEqual({
        lines: [{ quantity: "Quantity must be a whole number from 1 to 1,000,000" }],
      });
    }
  });
});

describe("SALE-35: the time of an entered sale", () => {
  const zone = "America/New_York";
  const now = new Date("2026-11-28T15:30:20.000Z");
  beforeEach(() => void vi.useFakeTimers({ now, toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  test("is not sent if it was not changed", () => {
    expect(whenOf({}, zone)).toEqual({});
  });

  test("is that of the shop's time zone, and a day or time alone has the other one of now", () => {
    expect(whenOf({ day: "2026-11-27", time: "09:15" }, zone)).toEqual({
      occurred_at: "2026-11-27T14:15:00.000Z",
    });
    expect(whenOf({ day: "2026-11-27" }, zone)).toEqual({
      occurred_at: "2026-11-27T15:30:00.000Z",
    });
    expect(whenOf({ time: "00:10" }, zone)).toEqual({ occurred_at: "2026-11-28T05:10:00.000Z" });
  });
});
