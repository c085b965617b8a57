import { describe, expect, test } from "vitest";

import { parseApplied } from "#kernel/contract/events/catalogue.ts";
import { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { receiptNumbers, saleFlags, setAside } from "#projector/projections/tenant/issues.ts";
import { eventFixtures } from "#tests/kit/builders/event-fixtures.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { id } from "#tests/kit/builders/shop-log.ts";
import { openPlainly } from "#tests/kit/fakes/open-plainly.ts";

type Meta = Readonly<Record<string, unknown>>;

/** The rows of a till's sale with this meta and receipt number. */
function rowsOf({ changes }: Projection, meta: Meta, over: Readonly<Record<string, unknown>> = {}) {
  const stored = StoredEvent.parse(eventFixtures().get("SaleRecorded.v1"));
  const data = { ...JSON.parse(stored.data), register: 2, receiptNumber: 57, ...over };
  return changes(
    parseApplied({ ...stored, data: JSON.stringify(data), meta: JSON.stringify(meta) }),
    openPlainly,
  );
}

describe("a sale of a till", () => {
  const till = { source: "till", deviceSeq: 1 };

  test("has a row for each of its flags", () => {
    const meta = { ...till, basis: 7, claimedMs: 99, flags: ["clock", "old-price"] };
    expect(rowsOf(saleFlags, meta)).toMatchObject([
      { kind: "put", key: { flag: "clock" }, values: { claimed_ms: 99, basis: 7 } },
      { kind: "put", key: { flag: "old-price" }, values: { claimed_ms: 99, basis: 7 } },
    ]);
  });

  test("without flags has none, whatever its meta says elsewhere", () => {
    expect(rowsOf(saleFlags, till)).toEqual([]);
    expect(rowsOf(saleFlags, { ...till, requestId: '"flags":["clock"]' })).toEqual([]);
  });

  test("counts its receipt number, and a sale of the server's own register does not", () => {
    expect(rowsOf(receiptNumbers, till)).toEqual([
      { kind: "add", key: { register: "2", number: "57" }, values: { sales: 1 } },
    ]);
    expect(rowsOf(receiptNumbers, till, { register: 1 })).toEqual([]);
  });
});

test("an entry that was set aside keeps whose key seals its body, and is resolved", () => {
  const entryId = id(3);
  const aside = recorded("EntrySetAside", {
    till: 2,
    entrySeq: 57,
    entryId,
    kind: "sale",
    reason: "malformed",
    body: `sealed:v1:${id(4)}:AAAA`,
  });
  expect(setAside.changes(aside, openPlainly)).toMatchObject([
    { kind: "put", key: { till: "2", entry_id: entryId }, values: { subject: id(4) } },
  ]);
  const resolved = recorded("EntryResolved", { till: 2, entryId, as: "discarded" });
  expect(setAside.changes(resolved, openPlainly)).toEqual([
    {
      kind: "patch",
      key: { till: "2", entry_id: entryId },
      values: { resolved_as: "discarded", body: null },
    },
  ]);
});
