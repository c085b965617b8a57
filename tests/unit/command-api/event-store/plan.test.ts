import { describe, expect, test } from "vitest";

import type { Head } from "#command-api/event-store/load.ts";
import { planStream, toAppendEvent } from "#command-api/event-store/plan.ts";
import { product, type ProductCommand } from "#command-api/product/product.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import {
  COUNTED_MS,
  MILO,
  miloAdjusted,
  miloChanged,
  miloCounted,
  miloRepriced,
} from "#tests/kit/builders/product-events.ts";

const STREAM = streamId(1);
const ACTIVE = { status: "active", name: "Milo 400g", priceMinor: 4500, currency: "GHS" };
const head = { version: 3, onHand: 10, state: ACTIVE, streamType: "product" };
const planned = (command: ProductCommand, on: Head = head) =>
  planStream({ decider: product, streamId: STREAM, head: on, command });

const change = {
  type: "ChangeProduct",
  productId: MILO,
  onHand: 10,
  countedMs: COUNTED_MS,
  mayEditPrices: true,
} as const;
const adjust = { type: "AdjustStock", productId: MILO, delta: -3 } as const;
const place = { streamId: STREAM, streamType: "product" } as const;

describe("planning a decision", () => {
  test("each event expects the version before it, and the last one carries the snapshot", () =>
    expect(planned({ ...change, name: "Milo 500g", priceMinor: 4750, stock: 15 })).toStrictEqual([
      {
        ...place,
        expected: 3,
        event: miloChanged({ name: { from: "Milo 400g", to: "Milo 500g" } }),
      },
      { ...place, expected: 4, event: miloRepriced(4500, 4750) },
      {
        ...place,
        expected: 5,
        event: miloCounted(15),
        state: { ...ACTIVE, name: "Milo 500g", priceMinor: 4750, lastCountedMs: COUNTED_MS },
      },
    ]));

  test("a stock delta alone expects no version and writes no snapshot", () =>
    expect(planned(adjust)).toStrictEqual([{ ...place, expected: -1, event: miloAdjusted(-3) }]));

  test("a count expects the version, because it depends on the stock that was seen", () =>
    expect(planned({ ...change, stock: 15 })).toMatchObject([{ expected: 3, state: ACTIVE }]));

  test("no events stay no events, and a refusal stays a refusal", () => {
    expect(planned(change)).toStrictEqual([]);
    expect(planned({ ...change, mayEditPrices: false, priceMinor: 1 })).toStrictEqual({
      rejected: "not-allowed",
    });
  });

  test("carries what each event moves", () => {
    const stock = [{ productId: STREAM, amount: -3, floor: true }];
    const counters = [{ name: "products", delta: 1, max: 100 }];
    const events = planStream({
      decider: product,
      streamId: STREAM,
      head,
      command: adjust,
      movesOf: () => ({ stock, counters }),
    });
    expect(events).toMatchObject([{ stock, counters }]);
  });
});

describe("a stream of another type than the decider's", () => {
  test("is treated as one that does not exist", () => {
    const customer = {
      ...head,
      streamType: "customer",
      state: { status: "active", firstName: "x" },
    };
    expect(planned(adjust, customer)).toStrictEqual({ rejected: "product-not-found" });
    expect(planned(adjust, { ...head, version: 0, state: { status: "unknown" } })).toStrictEqual({
      rejected: "product-not-found",
    });
  });

  test("with a broken snapshot is a fault", () =>
    expect(() => planned(adjust, { ...head, state: { ...ACTIVE, status: "sold out" } })).toThrow());
});

test("an event is stored as JSON texts, without absent fields", () => {
  expect(toAppendEvent({ ...place, expected: 3, event: miloCounted(15) }, 1000)).toStrictEqual({
    ...place,
    expected: 3,
    type: "StockCounted",
    schemaV: 1,
    occurredMs: 1000,
    data: `{"productId":"${MILO}","to":15,"countedMs":${COUNTED_MS}}`,
  });
  expect(
    toAppendEvent(
      { ...place, expected: 0, event: miloCounted(15), state: ACTIVE, stock: [] },
      1000,
    ),
  ).toMatchObject({ state: JSON.stringify(ACTIVE), stock: [] });
});
