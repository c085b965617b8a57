import { beforeEach, expect, test, vi } from "vitest";

import { createReaders } from "#command-api/event-store/readers.ts";

let nowMs = 0;
let lowest = 2;
const look = vi.fn(() => Promise.resolve(lowest));
const open = () => createReaders(look, () => nowMs);

beforeEach(() => {
  nowMs = 0;
  lowest = 2;
  look.mockClear();
});

test("TILL-122: who reads the log is looked up at most every 3 seconds, also for many at once", async () => {
  const readers = open();
  const asked = await Promise.all(Array.from({ length: 50 }, () => readers.understand(2)));
  expect(new Set(asked)).toEqual(new Set([true]));
  nowMs = 2_999;
  await readers.understand(2);
  expect(look).toHaveBeenCalledTimes(1);
  nowMs = 3_000;
  await readers.understand(2);
  expect(look).toHaveBeenCalledTimes(2);
});

test("TILL-122: events of the first format need no look-up", async () => {
  expect(await open().understand(1)).toBe(true);
  expect(look).not.toHaveBeenCalled();
});

test("TILL-120: an older process that was seen counts for 10 more seconds, as it may connect again", async () => {
  const readers = open();
  lowest = 1;
  expect(await readers.understand(2)).toBe(false);
  lowest = 2;
  nowMs = 3_000;
  expect(await readers.understand(2)).toBe(false);
  nowMs = 9_000;
  expect(await readers.understand(2)).toBe(false);
  nowMs = 12_000;
  expect(await readers.understand(2)).toBe(true);
});

test("TILL-120: after a failed look-up the next request looks again", async () => {
  const readers = open();
  look.mockRejectedValueOnce(new Error("Connection terminated"));
  await expect(readers.understand(2)).rejects.toThrow("Connection terminated");
  expect(await readers.understand(2)).toBe(true);
});
