import { describe, expect, test } from "vitest";

import { createEventReader } from "#web/sync/event-reader.ts";
import { liveRetryDelayMs } from "#web/sync/live.ts";

const HELLO = 'event: hello\ndata: {"seq":7}\n\n';
const CHANGED = 'event: changed\ndata: {"seq":8}\n\n';

describe("the text of an event stream", () => {
  test("is parsed from pieces of any size", () => {
    const whole = `${HELLO}:\n\n${CHANGED}`;
    for (let size = 1; size <= whole.length; size += 1) {
      const read = createEventReader();
      const types: string[] = [];
      for (let at = 0; at < whole.length; at += size) {
        types.push(...read(whole.slice(at, at + size)).map(({ type }) => type));
      }
      expect(types).toEqual(["hello", "changed"]);
    }
  });

  test("may contain events that this app does not know", () => {
    const read = createEventReader();
    expect(read('event: later\ndata: {"a":1}\n\n')).toEqual([]);
    expect(read("event: hello\ndata: {broken\n\n")).toEqual([]);
    expect(read('event: notification\ndata: {"id":"n-1"}\n\n')).toEqual([]);
    expect(read("data: 1\n\n")).toEqual([]);
    expect(read(HELLO)).toEqual([{ type: "hello" }]);
  });
});

test("a lost connection is retried after 1, 2, 4 seconds with jitter, at most 30", () => {
  expect([1, 2, 3, 9].map((failures) => liveRetryDelayMs(failures, () => 0))).toEqual([
    1_000, 2_000, 4_000, 30_000,
  ]);
  expect(liveRetryDelayMs(1, () => 1)).toBe(1_250);
});
