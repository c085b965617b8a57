import { describe, test } from "vitest";

import { sale } from "#command-api/sale/sale.ts";
import { givenFor } from "#tests/kit/builders/given.ts";
import { saleRecorded, saleVoided, twoMilo } from "#tests/kit/builders/sale-events.ts";

const given = givenFor(sale);

const record = { type: "RecordSale", sale: twoMilo } as const;
const takeBack = { type: "VoidSale", recorded: twoMilo } as const;

describe("recording a sale", () => {
  test("is one event with its lines", () => given().when(record).thenEvents(saleRecorded()));
  test("a second time does nothing", () => given(saleRecorded()).when(record).thenNothing());
  test("that was voided does nothing: a voided sale stays void", () =>
    given(saleRecorded(), saleVoided()).when(record).thenNothing());
});

describe("voiding a sale", () => {
  test("repeats what it takes back", () =>
    given(saleRecorded()).when(takeBack).thenEvents(saleVoided()));
  test("keeps the reason", () =>
    given(saleRecorded())
      .when({ ...takeBack, reason: "rung up twice" })
      .thenEvents(saleVoided("rung up twice")));
  test("a second time does nothing", () =>
    given(saleRecorded(), saleVoided()).when(takeBack).thenNothing());
  test("that is unknown is refused", () => {
    given().when(takeBack).thenRejected("sale-not-found");
    given(saleRecorded())
      .when({ ...takeBack, recorded: undefined })
      .thenRejected("sale-not-found");
  });
});
