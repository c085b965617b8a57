import { describe, expect, test } from "vitest";

import type { CheckAnswer } from "#kernel/contract/api/till/entries.ts";
import type { OversellPolicy } from "#kernel/contract/choices.ts";
import { findingsOf } from "#web/features/sell/charge/findings.ts";
import type { Cart } from "#web/state/cart.ts";

const line = {
  productId: "p-milo",
  name: "Milo 400g",
  unitPriceMinor: 6_200,
  listPriceMinor: 6_200,
  quantity: 2,
  perUnit: 1,
  unit: null,
  stock: 3,
};
const cartOf = (...lines: Cart["lines"]): Cart => ({ lines, newest: null, customer: null });

const found = (
  answer: CheckAnswer | undefined,
  policy: OversellPolicy = "block",
  cart = cartOf({ ...line, quantity: 4 }),
) => findingsOf({ cart, answer, policy, currency: "GHS" });

const short = (blocks: boolean): CheckAnswer => ({
  blocks,
  findings: [{ productId: "p-milo", what: "short", onHand: 3 }],
});

describe("TILL-83: what a person reads before the cart is paid", () => {
  test("how much there is of what is short", () => {
    expect(found(short(true)).texts).toEqual(["Only 3 of Milo 400g in stock"]);
    const none: CheckAnswer = {
      blocks: true,
      findings: [{ productId: "p-milo", what: "short", onHand: -1 }],
    };
    expect(found(none).texts).toEqual(["Milo 400g is out of stock"]);
  });

  test("parts of a unit as units", () => {
    const cloth = cartOf({ ...line, perUnit: 100, unit: "yard", quantity: 400 });
    const answer: CheckAnswer = {
      blocks: true,
      findings: [{ productId: "p-milo", what: "short", onHand: 250 }],
    };
    expect(found(answer, "block", cloth).texts).toEqual(["Only 2.5 of Milo 400g in stock"]);
  });

  test("another price, a deleted and an unknown product, which stop nothing", () => {
    const answer: CheckAnswer = {
      blocks: true,
      findings: [
        { productId: "p-milo", what: "price", priceMinor: 6_500 },
        { productId: "p-milo", what: "archived" },
        { productId: "p-milo", what: "unknown" },
        { productId: "p-not-in-cart", what: "archived" },
      ],
    };
    expect(found(answer)).toMatchObject({
      texts: [
        "Milo 400g now costs GH₵65.00",
        "Milo 400g was deleted from the products",
        "Milo 400g is not in the products",
      ],
      isRefused: false,
    });
  });
});

describe("TILL-84: a cart above the stock", () => {
  test.each([
    ["block", true, { isRefused: true, mayAsk: false }],
    ["warn", false, { isRefused: true, mayAsk: true }],
    ["allow", false, { isRefused: false, texts: [] }],
    // The shop changed its rule, and the till has not downloaded it yet.
    ["allow", true, { isRefused: true, mayAsk: false }],
    ["block", false, { isRefused: true, mayAsk: true }],
  ] as const)("under %s, with an answer that blocks: %s", (policy, blocks, expected) => {
    expect(found(short(blocks), policy)).toMatchObject(expected);
  });

  test.each([
    ["block", ["Only 3 of Milo 400g in stock"]],
    ["warn", ["Only 3 of Milo 400g in stock"]],
    ["allow", []],
  ] as const)("is no more than a warning under %s without an answer", (policy, texts) => {
    expect(found(undefined, policy)).toMatchObject({ texts, isRefused: false });
  });

  test("counts several lines of one product together", () => {
    const cart = cartOf(line, { ...line, unitPriceMinor: 6_000 });
    expect(found(undefined, "block", cart).texts).toHaveLength(1);
    expect(found(undefined, "block", cartOf(line)).texts).toHaveLength(0);
  });
});
