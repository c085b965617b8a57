import { describe, expect, test } from "vitest";

import { createRateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";

describe("a limit counted in the process", () => {
  const limit = () => createRateLimiter({ name: "sign-in", points: 2, perMs: 60_000 });

  test("allows its points, then says how long to wait", async () => {
    const limiter = limit();
    const granted = { allowed: true, retryAfterMs: 0 };
    expect(await limiter.consume("10.0.0.1")).toEqual(granted);
    expect(await limiter.consume("10.0.0.1")).toEqual(granted);
    const refused = await limiter.consume("10.0.0.1");
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterMs).toBeGreaterThan(59_000);
    expect(refused.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  test("counts each subject, each tenant and each limit separately", async () => {
    const [one, other] = [limit(), limit()];
    await one.consume("ama");
    await one.consume("ama");
    expect(await one.consume("ama")).toMatchObject({ allowed: false });
    expect(await one.consume("kofi")).toMatchObject({ allowed: true });
    expect(await one.consume("ama", tenant(1))).toMatchObject({ allowed: true });
    expect(await one.consume("ama", tenant(2))).toMatchObject({ allowed: true });
    expect(await other.consume("ama")).toMatchObject({ allowed: true });
  });

  test("allows points again after its time", async () => {
    const limiter = createRateLimiter({ name: "short", points: 1, perMs: 1_000 });
    await limiter.consume("ama");
    await expect
      .poll(async () => (await limiter.consume("ama")).allowed, { timeout: 3_000 })
      .toBe(true);
  });
});
