import { once } from "node:events";

import { afterEach, describe, expect, test, vi } from "vitest";

import { createKafkaLog, filterTimeoutWarning, DISCARDED } from "#kernel/node/kafka/log.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("what kafkajs says", () => {
  const entry = (message: string) => ({
    namespace: "Connection",
    label: "ERROR",
    log: { message },
  });

  test("is passed on once a minute, whichever connection says it", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const told: string[] = [];
    const say = (_: object, message: string) => void told.push(message);
    const log = { info: say, warn: say, error: say };
    createKafkaLog(log)(entry("refused"));
    createKafkaLog(log)(entry("refused"));
    createKafkaLog(log)(entry("reset"));
    expect(told).toEqual(["refused", "reset"]);
    vi.advanceTimersByTime(60_000);
    createKafkaLog(log)(entry("refused"));
    expect(told).toEqual(["refused", "reset", "refused"]);
  });

  test("about a connection that was thrown away on purpose is no news", () => {
    const told: string[] = [];
    const say = (_: object, message: string) => void told.push(message);
    createKafkaLog({ info: say, warn: say, error: say })(entry(`Connection error: ${DISCARDED}`));
    expect(told).toEqual([]);
  });
});

test("a timer in the past of anybody else is still warned of", async () => {
  filterTimeoutWarning();
  const warned = once(process, "warning");
  setTimeout(() => undefined, -1);
  expect(await warned).toMatchObject([{ name: "TimeoutNegativeWarning" }]);
});
