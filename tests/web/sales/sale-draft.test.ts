import { describe, expect, test } from "vitest";

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

describe("the sale in the making", () => {
  test("begins empty, for a walk-in who pays in cash", () => {
    expect(emptySale).toEqual({ cart: emptyCart, fields: {}, paymentMethod: "cash" });
  });

  test("takes the product's price with the product", () => {
    const draft = after(picked(milk));
    expect(draft.cart.lines).toMatchObject([
      { productId: "p-milk", name: "Peak Milk 400g", stock: 6, quantity: 1, unitPriceMinor: 6_800 },
    ]);
    expect(rowsOf(draft)).toEqual([["p-milk", "1", "68.00"]]);
  });

  test("counts one more of a product that is picked again, and keeps the price that was typed", () => {
    const draft = after(picked(milk), price("p-milk", "70"), picked(noodles), picked(milk));
    expect(rowsOf(draft)).toEqual([
      ["p-milk", "2", "70"],
      ["p-noodles", "1", "4.50"],
    ]);
  });

  test("counts from one again where the quantity was no number", () => {
    const draft = after(picked(milk), quantity("p-milk", "abc"), picked(milk));
    expect(rowsOf(draft)).toEqual([["p-milk", "1", "68.00"]]);
  });

  test("removes a line and leaves the others", () => {
    const draft = after(picked(milk), picked(noodles), { type: "removed", productId: "p-milk" });
    expect(draft.cart.lines.map((line) => line.productId)).toEqual(["p-noodles"]);
  });

  test("sums quantity times price, in pesewas", () => {
    const draft = after(picked(milk), picked(noodles), quantity("p-noodles", "10"));
    expect(totalMinor(draft)).toBe(11_300);
    expect(totalUnits(draft)).toBe(11);
  });

  test("never loses a pesewa to a float", () => {
    const draft = after(picked(milk), price("p-milk", "19.99"), quantity("p-milk", "3"));
    expect(totalMinor(draft)).toBe(5_997);
  });

  test("leaves a line that is half typed out of the sum", () => {
    const draft = after(
      picked(milk),
      picked(noodles),
      quantity("p-milk", ""),
      price("p-noodles", "-"),
    );
    expect(draft.cart.lines.map((line) => lineMinor(draft, line))).toEqual([undefined, undefined]);
    expect(totalMinor(draft)).toBe(0);
  });

  test("keeps the customer and the way of paying", () => {
    const draft = after(
      { type: "customerChosen", customer: { id: "c-kwame", name: "Kwame Boateng" } },
      { type: "paymentChosen", paymentMethod: "card" },
    );
    expect(bodyOf(draft)).toMatchObject({ customer_id: "c-kwame", payment_method: "card" });
  });
});

describe("the check before saving", () => {
  test("asks for an item in the specified words", () => {
    expect(problemsOf(emptySale)).toEqual({
      form: "Please add at least one item to the sale",
      lines: [],
    });
  });

  test("gives each line its own problems", () => {
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

  test("sends what is sold in parts in parts, at the price of the whole unit", () => {
    const draft = after(picked(cloth), quantity("p-cloth", "3"));
    expect(totalMinor(draft)).toBe(13_500);
    expect(bodyOf(draft)).toMatchObject({
      items: [{ product_id: "p-cloth", quantity: 300, unit_price: 45, base_units: true }],
    });
  });

  test("names a quantity in parts that is no number, or more than a sale may have", () => {
    for (const text of ["", "0", "10001"]) {
      expect(problemsOf(after(picked(cloth), quantity("p-cloth", text)))).toEqual({
        lines: [{ quantity: "Quantity must be a whole number from 1 to 1,000,000" }],
      });
    }
  });
});
