import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openTwoTenants } from "#tests/integration/command-api/routes/two-tenants.ts";

const FLOOD_MS = 8_000;
const A_SECOND = 200;
const MEGABYTE = 1024 * 1024;
/** Retries, because another suite may slow the machine down meanwhile. */
const TIMED = { timeout: 60_000, retry: 2 };

let shops: Awaited<ReturnType<typeof openTwoTenants>>;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const p99 = (took: readonly number[]): number =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN;

describe("sign-in flood", () => {
  test("a flood of wrong sign-ins does not slow down sales", TIMED, async () => {
    const product = await shops.addProduct("Milo", 100_000);
    const sell = async (): Promise<number> => {
      const startedAt = performance.now();
      expect((await shops.sell([[product, 1]])).status).toBe(200);
      return performance.now() - startedAt;
    };
    for (let n = 0; n < 50; n++) await sell();

    const sinceMs = performance.now();
    const untilMs = sinceMs + FLOOD_MS;
    const answers: Promise<number>[] = [];
    const flood = async (): Promise<void> => {
      while (performance.now() < untilMs) {
        // An attacker does not wait for the server.
        const due = ((performance.now() - sinceMs) / 1000) * A_SECOND;
        while (answers.length < due) {
          const body = { email: `victim${answers.length}@example.com`, password: "guess" };
          const asked = shops.ask("POST", "/auth/login.php", { as: "anonymous", body });
          answers.push(asked.then(({ status }) => status));
        }
        await delay(1000 / A_SECOND);
      }
    };
    const took: number[] = [];
    const sales = async (): Promise<void> => {
      while (performance.now() < untilMs) {
        took.push(await sell());
        await delay(10);
      }
    };
    const before = process.memoryUsage().rss;
    await Promise.all([flood(), sales()]);
    const grown = (process.memoryUsage().rss - before) / MEGABYTE;
    const statuses = await Promise.all(answers);
    const counts = [401, 429, 503].map((status) => statuses.filter((one) => one === status).length);
    process.stdout.write(
      `${statuses.length} sign-ins in ${FLOOD_MS / 1000} s (401/429/503: ${counts.join("/")}), ` +
        `${took.length} sales, p99 ${Math.round(p99(took))} ms, memory +${Math.round(grown)} MB\n`,
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(statuses.length);
    expect(p99(took)).toBeLessThan(500);
    expect(grown).toBeLessThan(150);
  });
});
