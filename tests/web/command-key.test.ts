import { describe, expect, test } from "vitest";

import { createCommandKey } from "#web/api/command-key.ts";
import type { CommandMemory, SentCommand } from "#web/api/command-key.ts";

function counting() {
  let made = 0;
  return () => `key-${(made += 1)}`;
}

function memoryIn(place: { sent?: SentCommand }): CommandMemory {
  return {
    recall: () => place.sent,
    remember: (sent) => {
      if (sent === undefined) delete place.sent;
      else place.sent = sent;
    },
  };
}

describe("the key of a command", () => {
  test("stays the same while the same thing is tried again", () => {
    const key = createCommandKey(undefined, counting());
    expect([key.for({ a: 1 }), key.for({ a: 1 })]).toEqual(["key-1", "key-1"]);
  });

  test("is another for another body", () => {
    const key = createCommandKey(undefined, counting());
    expect([key.for({ a: 1 }), key.for({ a: 2 }), key.for({ a: 2 })]).toEqual([
      "key-1",
      "key-2",
      "key-2",
    ]);
  });

  test("is another after a success: two equal sales in a row are two", () => {
    const key = createCommandKey(undefined, counting());
    const first = key.for({ a: 1 });
    key.succeeded();
    expect(key.for({ a: 1 })).not.toBe(first);
  });

  test("is a UUID", () => {
    expect(createCommandKey().for({})).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test("outlives the page where its body does, until the success", () => {
    const place: { sent?: SentCommand } = {};
    createCommandKey(memoryIn(place), counting()).for({ a: 1 });
    const later = createCommandKey(memoryIn(place), () => "another");
    expect(later.for({ a: 1 })).toBe("key-1");
    later.succeeded();
    expect(place).toEqual({});
  });
});
