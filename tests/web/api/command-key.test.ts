import { describe, expect, test } from "vitest";

import { createCommandKey } from "#web/api/use-command.ts";

function counting() {
  let made = 0;
  return () => `key-${(made += 1)}`;
}

describe("the key of a command", () => {
  test("stays the same for retries of the same body", () => {
    const key = createCommandKey(counting());
    expect([key.for({ a: 1 }), key.for({ a: 1 })]).toEqual(["key-1", "key-1"]);
  });

  test("changes with the body", () => {
    const key = createCommandKey(counting());
    expect([key.for({ a: 1 }), key.for({ a: 2 }), key.for({ a: 2 })]).toEqual([
      "key-1",
      "key-2",
      "key-2",
    ]);
  });

  test("SALE-23: changes after a success, so two equal sales in a row are two sales", () => {
    const key = createCommandKey(counting());
    const first = key.for({ a: 1 });
    key.succeeded();
    expect(key.for({ a: 1 })).not.toBe(first);
  });

  test("is a UUID", () => {
    expect(createCommandKey().for({})).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});
