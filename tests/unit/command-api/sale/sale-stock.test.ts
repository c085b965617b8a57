import { expect, test } from "vitest";

import { mayOversell, shortProducts, stockLines } from "#command-api/sale/sale-stock.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import { productId } from "#tests/kit/builders/fixed-ids.ts";
import { MILO } from "#tests/kit/builders/product-events.ts";
import { miloLine } from "#tests/kit/builders/sale-events.ts";

const OTHER = productId(2);
const lines = [miloLine(2), miloLine(3), miloLine(4, { productId: OTHER })];
const onHand = (counts: Record<string, number>) => (id: ProductId) => ({
  version: 1,
  onHand: counts[id],
  state: undefined,
});
const calm = { isConfirmed: false, isForced: false };

test("a policy of block never oversells, allow always, warn where the seller says so", () => {
  const said = { ...calm, isConfirmed: true };
  expect(
    (["block", "warn", "allow"] as const).map((policy) => [
      mayOversell(policy, calm),
      mayOversell(policy, said),
    ]),
  ).toEqual([
    [false, false],
    [false, true],
    [true, true],
  ]);
});

test("lines of one product are short together, and only that product is", () => {
  expect([...shortProducts(lines, onHand({ [MILO]: 4, [OTHER]: 4 }), calm)]).toEqual([MILO]);
  expect([...shortProducts(lines, onHand({ [MILO]: 5, [OTHER]: 4 }), calm)]).toEqual([]);
  expect([...shortProducts(lines, () => undefined, calm)]).toEqual([MILO, OTHER]);
});

test("nothing is checked any more once the append found less than was loaded", () =>
  expect([
    ...shortProducts(lines, onHand({ [MILO]: 99, [OTHER]: 99 }), { ...calm, isForced: true }),
  ]).toEqual([MILO, OTHER]));

test("a product that is oversold has no floor, the others do", () =>
  expect(
    stockLines(
      lines.map((line) => (line.productId === OTHER ? { ...line, oversold: true } : line)),
    ),
  ).toEqual([
    { productId: MILO, amount: -5, floor: true },
    { productId: OTHER, amount: -4, floor: false },
  ]));
