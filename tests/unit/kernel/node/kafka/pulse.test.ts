import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { startPulse, trackHealth } from "#kernel/node/kafka/pulse.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the health of a consumer", () => {
  test("is bad until the broker answers, good while it does, and bad 1.5 s after its last answer", () => {
    const health = trackHealth(silent);
    expect(health.isHealthy()).toBe(false);
    health.answered();
    vi.advanceTimersByTime(1_400);
    expect(health.isHealthy()).toBe(true);
    health.answered();
    vi.advanceTimersByTime(1_499);
    expect(health.isHealthy()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(health.isHealthy()).toBe(false);
    health.answered();
    expect(health.isHealthy()).toBe(true);
    health.silenced();
    expect(health.isHealthy()).toBe(false);
  });

  test("is logged once when it is lost and once when it is back", () => {
    const told: string[] = [];
    const say = (_: object, message: string) => void told.push(message);
    const health = trackHealth({ info: say, warn: say, error: say });
    health.answered();
    expect(told).toEqual([]);
    expect([1, 2, 3, 4, 5, 6].map(() => health.lost(new Error("away")))).toEqual([
      100, 200, 400, 800, 1_000, 1_000,
    ]);
    health.answered();
    health.answered();
    expect(told).toEqual([
      "the Kafka consumer stopped, starting it again",
      "Kafka answers the consumer again",
    ]);
    expect(health.lost(new Error("away"))).toBe(100);
  });
});

describe("a connection to the group", () => {
  const watch = (pulse: ReturnType<typeof startPulse>, signal = new AbortController().signal) => {
    const seen = { end: "" };
    const watching = pulse.untilStuck(signal).then(
      () => (seen.end = "closed"),
      (error: Error) => (seen.end = error.message),
    );
    return { seen, watching };
  };

  test("may take its time to join; after that, 10 s of silence mean that it is stuck", async () => {
    const pulse = startPulse(25_000);
    const { seen } = watch(pulse);
    await vi.advanceTimersByTimeAsync(24_000);
    expect(seen.end).toBe("");
    pulse.beat();
    await vi.advanceTimersByTimeAsync(9_500);
    pulse.beat();
    await vi.advanceTimersByTimeAsync(9_500);
    expect(seen.end).toBe("");
    await vi.advanceTimersByTimeAsync(1_500);
    expect(seen.end).toContain("Kafka was silent for");
  });

  test("that never joins is stuck", async () => {
    const { seen } = watch(startPulse(25_000));
    await vi.advanceTimersByTimeAsync(26_000);
    expect(seen.end).toContain("Kafka was silent for");
  });

  test("ends at once when it is closed", async () => {
    const closing = new AbortController();
    const { seen, watching } = watch(startPulse(25_000), closing.signal);
    closing.abort();
    await watching;
    expect(seen.end).toBe("closed");
  });
});
