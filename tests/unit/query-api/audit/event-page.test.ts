import { describe, expect, test } from "vitest";

import type { EventRow } from "#query-api/audit/events.query.ts";
import { toEventPage } from "#query-api/audit/events.routes.ts";
import { id } from "#tests/kit/builders/shop-log.ts";

const rowOf = (seq: number): EventRow => ({
  event: {
    tenantId: id(1),
    seq,
    streamId: id(2),
    streamVersion: 1,
    streamType: "product",
    type: "ProductArchived",
    schemaV: 1,
    commandId: id(3),
    commandIx: 0,
    actorId: id(4),
    recordedMs: 0,
    occurredMs: 0,
    data: JSON.stringify({ productId: id(2) }),
    meta: '{"source":"web"}',
    effects: null,
  },
  receipt: null,
  customer_name: null,
  product_name: null,
  called: null,
  personal: null,
});

const pageOf = (seqs: readonly number[], reached: number | null, size: number) => {
  const body = { timezone: "UTC", people: [], events: seqs.map(rowOf), reached };
  const { events, next } = toEventPage(body, size);
  return [events.map(({ seq }) => seq), next];
};

describe("where the next page of events begins", () => {
  test("after the last event of a full page, however far the search went", () => {
    expect(pageOf([9, 8, 7], null, 2)).toEqual([[9, 8], "8"]);
    expect(pageOf([9, 8, 7], 3, 2)).toEqual([[9, 8], "8"]);
  });

  test("where the search ended, also where it found nothing yet", () => {
    expect(pageOf([9, 8], 3, 2)).toEqual([[9, 8], "3"]);
    expect(pageOf([], 3, 2)).toEqual([[], "3"]);
  });

  test("nowhere at the end", () => {
    expect(pageOf([9, 8], null, 2)).toEqual([[9, 8], null]);
    expect(pageOf([], null, 2)).toEqual([[], null]);
  });
});
