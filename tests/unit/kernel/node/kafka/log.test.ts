import { once } from "node:events";

import { afterEach, describe, expect, test, vi } from "vitest";

import { createKafkaLog, filterTimeoutWarning, DISCARDED } from "#kernel/node/kafka/log.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("messages of kafkajs", () => {
  const entry = (message: string) => ({
    namespace: "Connection",
    label: "ERROR",
    log: { message },
  });

  test("are logged once a minute, over all connections", () => {
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

  test("about a discarded connection are not logged", () => {
    const told: string[] = [];
    const say = (_: object, message: string) => void told.push(message);
    createKafkaLog({ info: say, warn: say, error: say })(entry(`Connection error: ${DISCARDED}`));
    expect(told).toEqual([]);
  });
});

test("a timer in the past set by other code still causes a warning", async () => {
  filterTimeoutWarning();
  const warned = once(process, "warning");
  setTimeout(() => undefined, -1);
  expect(await warned).toMatchObject([{ name: "TimeoutNegativeWarning" }]);
});
