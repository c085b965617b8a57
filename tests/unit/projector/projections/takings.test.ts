import { expect, test } from "vitest";

import type { EventEffects } from "#kernel/contract/events/recorded.ts";
import type { SaleEvent } from "#kernel/contract/events/sale.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { takings } from "#projector/projections/sales/takings.ts";
import { AMA, sealedOfAma } from "#tests/kit/builders/customer-events.ts";
import { productId } from "#tests/kit/builders/fixed-ids.ts";
import { MILO } from "#tests/kit/builders/product-events.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { miloLine, saleRecorded, saleVoided, twoMilo } from "#tests/kit/builders/sale-events.ts";
import { CASHIER, id } from "#tests/kit/builders/shop-log.ts";
import { openPlainly } from "#tests/kit/fakes/open-plainly.ts";

const SOLD_MS = Date.parse("2026-11-21T09:30:00Z");
const VOIDED_MS = Date.parse("2026-11-22T07:10:00Z");
const OWNER = UserId.parse(id(0xd1));

const line = (values: object) => ({
  kind: "append",
  key: { seq: "7" },
  values: {
    sale_id: twoMilo.saleId,
    day: "2026-11-21",
    currency: "GHS",
    recorded_ms: 2_000,
    ...values,
  },
});

/** The stock of Milo moved. */
const moving = (delta: number) => ({ stock: [[MILO, delta, 10]] satisfies EventEffects["stock"] });

test("a sale is one row with its figures", () => {
  const { type, data } = saleRecorded();
  const event = recorded(type, data, { seq: 7, occurredMs: SOLD_MS, effects: moving(-2) });
  expect(takings.changes(event, openPlainly)).toEqual([
    line({
      orders: 1,
      hour: "2026-11-21T09",
      user_id: CASHIER,
      total_minor: 9000,
      tax_minor: 1500,
      overrides: 0,
      actor_id: CASHIER,
      occurred_ms: SOLD_MS,
    }),
  ]);
});

const taken = (values: object) =>
  line({
    orders: -1,
    total_minor: -9000,
    tax_minor: -1500,
    overrides: 0,
    actor_id: OWNER,
    occurred_ms: VOIDED_MS,
    ...values,
  });

test("only the row of a sale has the customer", () => {
  const customer = { id: AMA, name: sealedOfAma("Ama Mensah") };
  const changesOf = (event: SaleEvent) =>
    takings.changes(recorded(event.type, event.data, { seq: 7 }), openPlainly);
  expect(changesOf(saleRecorded({ customer }))[0]?.values["customer_id"]).toBe(AMA);
  expect(changesOf(saleVoided())[0]?.values["customer_id"]).toBeUndefined();
});

test("a void cancels them in the hour and for the person of the sale", () => {
  const { type, data } = saleVoided();
  const over = { seq: 7, occurredMs: VOIDED_MS, actorId: OWNER, effects: moving(2) };
  const event = recorded(type, { ...data, soldMs: SOLD_MS, soldBy: CASHIER }, over);
  expect(takings.changes(event, openPlainly)).toEqual([
    taken({ hour: "2026-11-21T09", user_id: CASHIER }),
  ]);
});

test("a void of an old build, without the person of its sale, uses its own", () => {
  const { type, data } = saleVoided();
  const over = { seq: 7, occurredMs: VOIDED_MS, actorId: OWNER, effects: moving(2) };
  const event = recorded(type, data, over);
  expect(takings.changes(event, openPlainly)).toEqual([
    taken({ hour: "2026-11-22T07", user_id: OWNER }),
  ]);
});

test("a sale and its void name the products whose lines moved no stock, each once", () => {
  const [sugar, unknown] = [productId(2), productId(3)];
  const lines = [
    miloLine(2, { counted: true }),
    miloLine(1, { counted: true }),
    miloLine(3, { productId: sugar }),
    miloLine(1, { productId: unknown }),
  ];
  const effects: EventEffects = { stock: [[sugar, -3, 7]] };
  for (const { type, data } of [saleRecorded(), saleVoided()]) {
    const [row] = takings.changes(recorded(type, { ...data, lines }, { effects }), openPlainly);
    expect(row?.values["counted"]).toBe(`${MILO} ${unknown}`);
    const [none] = takings.changes(recorded(type, { ...data, lines }), openPlainly);
    expect(none?.values["counted"]).toBe(`${MILO} ${sugar} ${unknown}`);
  }
});
