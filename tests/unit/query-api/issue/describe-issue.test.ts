import { describe, expect, test } from "vitest";

import { describeIssue } from "#query-api/issue/describe-issue.ts";
import type { IssueRow, SaleOfIssue } from "#query-api/issue/issues.query.ts";

const context = { currency: "GHS", timeOf: (ms: number) => `at ${ms}` } as const;

const row = (part: Partial<IssueRow>): IssueRow => ({
  kind: "below-zero",
  thing: "p",
  at_ms: null,
  sales: null,
  products_then: null,
  tax_rate_bp: null,
  tax_mode: null,
  claimed_ms: null,
  product: null,
  aside: null,
  customers: null,
  till: null,
  till_name: null,
  made: null,
  received: null,
  removed: null,
  ...part,
});

const sale = (part: Partial<SaleOfIssue> = {}): SaleOfIssue => ({
  sale_id: "s",
  receipt: "1-2-7",
  register: 2,
  occurred_ms: 5,
  total_minor: 900,
  tax_minor: 0,
  currency: "GHS",
  cashier: "Esi Owusu",
  lines: [line({})],
  tax: { mode: "inclusive", rateBp: 0 },
  ...part,
});

type Line = SaleOfIssue["lines"][number];

const line = (part: Partial<Line>): Line => ({
  productId: "p",
  name: "Milo",
  quantity: 2,
  listPriceMinor: 450,
  unitPriceMinor: 450,
  discountMinor: 0,
  totalMinor: 900,
  ...part,
});

const said = (part: Partial<IssueRow>) => describeIssue(row(part), context);

describe("an issue in words", () => {
  test("a stock in parts is said in its unit", () => {
    const product = { name: "Cloth", stock: -250, unit: { name: "yard", perUnit: 100 } };
    expect(said({ product })).toEqual({
      title: "Stock of Cloth is below 0",
      said: "2.5 yard more sold than were in stock",
      known: "Stock: -2.5 yard",
    });
  });

  test("a gift and a discount name the right that was missing", () => {
    const gift = sale({ lines: [line({ totalMinor: 0, unitPriceMinor: 0 })] });
    const cheap = sale({ lines: [line({ discountMinor: 50, totalMinor: 850 })] });
    expect(said({ kind: "no-right", sales: [gift] }).known).toBe(
      "Esi Owusu had no right to give things away then",
    );
    expect(said({ kind: "no-right", sales: [cheap] })).toMatchObject({
      said: "Milo with GH₵0.50 off, sold by Esi Owusu",
      known: "Esi Owusu had no right to give this discount then",
    });
    expect(said({ kind: "no-right", sales: [sale()] }).known).toBe(
      "Esi Owusu had no right to sell then",
    );
  });

  test("only the lines at another price are named", () => {
    const lines = [line({}), line({ productId: "q", name: "Sugar" })];
    const then = { per_unit: null, tax_category: null, deleted_ms: null };
    expect(
      said({
        kind: "old-price",
        sales: [sale({ lines })],
        products_then: [
          { product_id: "p", price_minor: 450, ...then },
          { product_id: "q", price_minor: 500, ...then },
        ],
      }),
    ).toMatchObject({ said: "Sugar GH₵4.50", known: "Your price then: Sugar GH₵5.00" });
  });

  test("the other sum goes by the unit of the product, and of an unknown one by the till's", () => {
    const parts = sale({ lines: [line({ quantity: 200, perUnit: 100 })] });
    const known = {
      product_id: "p",
      price_minor: 450,
      per_unit: 50,
      tax_category: null,
      deleted_ms: null,
    };
    const sums = { kind: "other-sum", sales: [parts], tax_rate_bp: 2_000 } as const;
    expect(said({ ...sums, products_then: [known] }).known).toBe(
      "By your rules GH₵18.00, with GH₵3.00 tax at 20 %",
    );
    expect(said({ ...sums, products_then: [] }).known).toBe(
      "By your rules GH₵9.00, with GH₵1.50 tax at 20 %",
    );
  });

  test("TAX-10: the other sum adds the tax where the shop's prices are without it", () => {
    const known = {
      product_id: "p",
      price_minor: 450,
      per_unit: null,
      tax_category: null,
      deleted_ms: null,
    };
    const sold = sale({ lines: [line({ quantity: 2 })] });
    const sums = { kind: "other-sum", sales: [sold], tax_rate_bp: 2_000 } as const;
    expect(said({ ...sums, tax_mode: "exclusive", products_then: [known] }).known).toBe(
      "By your rules GH₵10.80, with GH₵1.80 tax at 20 %",
    );
  });

  test("of many customers with one phone number the rest is counted", () => {
    const customers = ["Ama", "Kofi"].map((name, id) => ({ id: String(id), name, phone: "024" }));
    expect(said({ kind: "same-phone", thing: "a,b:5", customers })).toMatchObject({
      said: "Ama, 024",
      known: "Kofi, 024 and 3 more",
    });
  });
});
