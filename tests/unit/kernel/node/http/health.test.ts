import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { addHealth, type Check } from "#kernel/node/http/health.ts";
import { envelope, thingsApp } from "#tests/kit/fakes/things-app.ts";

let { app, lines } = thingsApp();

beforeEach(() => {
  ({ app, lines } = thingsApp());
});
afterEach(() => app.close());

const withChecks = (checks: Record<string, Check>) => {
  addHealth(app, checks);
  return { ready: () => app.inject("/health/ready"), live: () => app.inject("/health/live") };
};

describe("health", () => {
  test("is live, whatever the state of its dependencies", async () => {
    const { live } = withChecks({ postgres: () => Promise.reject(new Error("down")) });
    const answer = await live();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, data: { status: "live" } });
  });

  test("is ready when everything answers", async () => {
    const { ready } = withChecks({ postgres: () => Promise.resolve(1) });
    expect((await ready()).json()).toEqual({ success: true, data: { status: "ready" } });
  });

  test("is not ready when one dependency fails, and names it only in the log", async () => {
    const { ready } = withChecks({
      postgres: () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7:5432")),
      migrations: () => Promise.resolve(true),
    });
    const answer = await ready();
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("1");
    expect(answer.json()).toEqual(envelope("not-ready"));
    expect(answer.body).not.toMatch(/postgres|10\.0/);
    expect(lines.join("")).toContain('"failed":["postgres"]');
  });

  test("a check that resolves with false has failed", async () => {
    expect(
      (await withChecks({ migrations: () => Promise.resolve(false) }).ready()).statusCode,
    ).toBe(503);
  });

  test("waits at most a second for a check that hangs", async () => {
    const { ready } = withChecks({ postgres: () => Promise.withResolvers<never>().promise });
    const began = performance.now();
    expect((await ready()).statusCode).toBe(503);
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  test("checks its dependencies at most once a second", async () => {
    let asked = 0;
    const { ready } = withChecks({
      postgres: async () => {
        asked += 1;
      },
    });
    await Promise.all(Array.from({ length: 50 }, ready));
    await ready();
    expect(asked).toBe(1);
  });

  test("a health check is not logged", async () => {
    await withChecks({}).live();
    expect(lines).toEqual([]);
  });
});
