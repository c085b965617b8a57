import { expect, test } from "vitest";

import type { EventEffects } from "#kernel/contract/events/recorded.ts";
import { stockMovements } from "#projector/projections/stock/stock-movements.ts";
import { miloAdded, miloAdjusted, miloCounted } from "#tests/kit/builders/product-events.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { saleRecorded, saleVoided } from "#tests/kit/builders/sale-events.ts";
import { CASHIER, productOf } from "#tests/kit/builders/shop-log.ts";
import { openPlainly } from "#tests/kit/fakes/open-plainly.ts";

const [one, two] = [productOf(1), productOf(2)];

function linesOf(
  { type, data }: { type: Parameters<typeof recorded>[0]; data: object },
  stock: EventEffects["stock"],
) {
  const effects = stock ? { stock } : {};
  return stockMovements.changes(recorded(type, data, { seq: 7, effects }), openPlainly);
}

const line = (product: string, values: object) => ({
  kind: "append",
  key: { product_id: product, seq: "7" },
  values: {
    reason: undefined,
    sale_id: undefined,
    actor_id: CASHIER,
    occurred_ms: 1_000,
    recorded_ms: 2_000,
    ...values,
  },
});

test("an opening stock, an adjustment and a count are one row each with the recorded stock", () => {
  expect(linesOf(miloAdded(), [[one, 100, 100]])).toEqual([
    line(one, { kind: "opening", delta: 100, after: 100 }),
  ]);
  expect(linesOf(miloAdjusted(-2, "dented"), [[one, -2, 98]])).toEqual([
    line(one, { kind: "adjustment", delta: -2, after: 98, reason: "dented" }),
  ]);
  expect(linesOf(miloCounted(90), [[one, -8, 90]])).toEqual([
    line(one, { kind: "count", delta: -8, after: 90 }),
  ]);
});

test("a sale and its void are one row per product, with the sale", () => {
  const sale = saleRecorded();
  const { saleId } = sale.data;
  expect(
    linesOf(sale, [
      [one, -3, 87],
      [two, -1, 4],
    ]),
  ).toEqual([
    line(one, { kind: "sale", delta: -3, after: 87, sale_id: saleId }),
    line(two, { kind: "sale", delta: -1, after: 4, sale_id: saleId }),
  ]);
  expect(linesOf(saleVoided("wrong"), [[one, 3, 90]])).toEqual([
    line(one, { kind: "void", delta: 3, after: 90, sale_id: saleId, reason: "wrong" }),
  ]);
});

test("an event that moves no stock has no row", () =>
  expect(linesOf(miloCounted(90), undefined)).toEqual([]));
