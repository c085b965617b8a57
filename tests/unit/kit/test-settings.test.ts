import { describe, expect, test } from "vitest";

import { toTestSettings } from "#tests/kit/services/test-settings.ts";

describe("the settings of a test run", () => {
  test("name no server unless a variable does", () => {
    const { adminUrl, brokers, redisUrl, useContainers, isCi } = toTestSettings({});
    expect([adminUrl, brokers, redisUrl]).toEqual([undefined, undefined, undefined]);
    expect([useContainers, isCi]).toEqual([false, false]);
  });

  test("take an empty variable for one that is not set", () => {
    const settings = toTestSettings({ CI: "", DATABASE_URL: "", KAFKA_BROKERS: "", CHROMIUM: "" });
    expect(settings).toMatchObject({ isCi: false, adminUrl: undefined, brokers: undefined });
    expect(settings.chromium).toBe("/usr/bin/chromium");
  });

  test("prefer the administrator's URL of the database", () => {
    expect(toTestSettings({ DATABASE_URL: "a" }).adminUrl).toBe("a");
    expect(toTestSettings({ DATABASE_URL: "a", DATABASE_ADMIN_URL: "b" }).adminUrl).toBe("b");
  });

  test("refuse a kind of services that does not exist", () => {
    expect(() => toTestSettings({ TEST_SERVICES: "kubernetes" })).toThrow();
  });

  test("find the services of the run that started this process", () => {
    const run = { url: "http://127.0.0.1:1", missing: { kafka: "no java" } };
    expect(toTestSettings({ TEST_RUN: JSON.stringify(run) }).run).toEqual(run);
  });
});
