import { describe, expect, test } from "vitest";

import { occurredAt } from "#command-api/sale/sale.ts";

const NOW = Date.parse("2026-11-21T10:00:00.000Z");
const MINUTE = 60_000;
const at = (offsetMs: number) => new Date(NOW + offsetMs).toISOString();

describe("when a sale took place", () => {
  test("is now unless the client says otherwise", () =>
    expect(occurredAt(undefined, NOW, "cashier")).toBe(NOW));

  test.each([0, 5 * MINUTE, -10 * MINUTE, -72 * 60 * MINUTE])("may lie %d ms from now", (offset) =>
    expect(occurredAt(at(offset), NOW, "cashier")).toBe(NOW + offset),
  );

  test("is never more than 5 minutes ahead", () => {
    expect(occurredAt(at(5 * MINUTE + 1), NOW, "cashier")).toBeUndefined();
    expect(occurredAt(at(5 * MINUTE + 1), NOW, "owner")).toBeUndefined();
  });

  test("is at most 72 hours back, except for the owner", () => {
    const old = -72 * 60 * MINUTE - 1;
    for (const role of ["cashier", "manager", "OWNER", ""]) {
      expect(occurredAt(at(old), NOW, role)).toBeUndefined();
    }
    expect(occurredAt(at(old), NOW, "owner")).toBe(NOW + old);
    expect(occurredAt("2019-03-06T08:00:00Z", NOW, "owner")).toBe(
      Date.parse("2019-03-06T08:00:00Z"),
    );
  });

  test("is the same moment in every time zone", () =>
    expect(occurredAt("2026-11-21T11:00:00+01:00", NOW, "cashier")).toBe(NOW));

  test.each(["", "yesterday", "1969-12-31T23:59:59Z", "9999-12-31T00:00:00Z"])(
    "is never %j",
    (text) => expect(occurredAt(text, NOW, "owner")).toBeUndefined(),
  );
});
