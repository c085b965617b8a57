import { describe, expect, test } from "vitest";

import type { StockLine } from "#command-api/event-store/append.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import type { PlannedEvent } from "#command-api/event-store/plan.ts";
import { createMovingHeads } from "#command-api/till/entries/moving-heads.ts";
import { productId, saleId, streamId } from "#tests/kit/builders/fixed-ids.ts";
import { twoMilo } from "#tests/kit/builders/sale-events.ts";

const [milo, tea] = [productId(1), productId(2)];
const sale = saleId(1);

const stocked = (onHand: number): Head => ({
  version: 3,
  onHand,
  state: { status: "active" },
  stateText: '{"status":"active"}',
  streamType: "product",
});

const selling = (stock: readonly StockLine[], over: Partial<PlannedEvent> = {}): PlannedEvent => ({
  streamId: sale,
  streamType: "sale",
  expected: 0,
  event: { type: "SaleRecorded", data: { ...twoMilo, saleId: sale } },
  state: { status: "recorded", note: undefined },
  stock,
  ...over,
});

const counting = (to: number, expected: number): PlannedEvent => ({
  streamId: milo,
  streamType: "product",
  expected,
  event: { type: "StockCounted", data: { productId: milo, to } },
  state: { status: "active", name: "Milo" },
  stock: [{ productId: milo, amount: to, absolute: true, floor: false }],
});

describe("the heads that the entries of a request are decided on", () => {
  test("move with what was decided: stock, version and state", () => {
    const heads = createMovingHeads([milo, sale], [stocked(5), NO_HEAD]);
    heads.apply([selling([{ productId: milo, amount: -7, floor: false }])]);
    expect(heads.of(milo)).toMatchObject({ version: 3, onHand: -2, state: { status: "active" } });
    // The state is as it is stored: a field without a value is not there.
    expect(heads.of(sale)).toStrictEqual({
      version: 1,
      onHand: undefined,
      state: { status: "recorded" },
      streamType: "sale",
    });

    heads.apply([counting(40, 3)]);
    heads.apply([counting(30, 4)]);
    expect(heads.of(milo)).toStrictEqual({
      version: 5,
      onHand: 30,
      state: { status: "active", name: "Milo" },
      streamType: "product",
    });
  });

  test("add up several lines and events of one entry", () => {
    const heads = createMovingHeads([milo, tea], [stocked(10), stocked(4)]);
    const line = (productIdOf: typeof milo, amount: number): StockLine => ({
      productId: productIdOf,
      amount,
      floor: false,
    });
    heads.apply([
      selling([line(milo, -1), line(tea, -1), line(milo, -2)]),
      selling([line(tea, -1)]),
    ]);
    expect([heads.of(milo).onHand, heads.of(tea).onHand]).toEqual([7, 2]);
  });

  test("know the stock of a product that an entry adds, and none of an unknown one", () => {
    const heads = createMovingHeads([milo, tea], [NO_HEAD, NO_HEAD]);
    const stock = [milo, tea].map((one) => ({ productId: one, amount: 6, floor: false }));
    heads.apply([{ ...counting(6, 0), stock }]);
    expect(heads.of(milo)).toMatchObject({ version: 1, onHand: 6 });
    expect(heads.of(tea)).toStrictEqual(NO_HEAD);
  });

  test("have streams that were not loaded only once an entry opens them", () => {
    const heads = createMovingHeads([milo], [stocked(1)]);
    expect(() => heads.of(sale)).toThrow("which is not loaded");
    heads.apply([selling([])]);
    expect(heads.of(sale).version).toBe(1);
    expect(() => heads.of(streamId(9))).toThrow("which is not loaded");
  });
});
