import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect } from "vitest";

import {
  OWNER_PASSWORD,
  openTwoTenants,
} from "#tests/integration/command-api/routes/two-tenants.ts";
import { percentile } from "#tests/kit/product/sales-load.ts";
import { row } from "#tests/scorecard/row.ts";

const A_SECOND = 200;
const ADDRESSES = 200;
const MEGABYTE = 1024 * 1024;
const HONEST_EVERY_MS = 250;
/** The default of the product. */
const LIMITS = { signInsPerMinute: 30 };

let shops: Awaited<ReturnType<typeof openTwoTenants>>;
let product: string;
beforeAll(async () => {
  shops = await openTwoTenants({ limits: LIMITS });
  product = await shops.addProduct("Milo", 100_000);
});
afterAll(() => shops.close());

type Seen = Readonly<{
  /** Statuses of the wrong sign-ins. */
  wrong: readonly number[];
  honest: readonly Readonly<{ status: number; ms: number }>[];
  sales: readonly number[];
  grownMb: number;
}>;

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; ms: number }> {
  const startedAt = performance.now();
  const result = await work;
  return { result, ms: performance.now() - startedAt };
}

async function signIn(email: string, password: string, from: string): Promise<number> {
  const { app } = shops.service;
  const payload = { email, password };
  const asked = { method: "POST", url: "/auth/login.php", payload, remoteAddress: from } as const;
  return (await app.inject(asked)).statusCode;
}

/** Wrong sign-ins at a fixed rate; an attacker does not wait for the server. */
async function flood(floodMs: number): Promise<number[]> {
  const sinceMs = performance.now();
  const asked: Promise<number>[] = [];
  while (performance.now() - sinceMs < floodMs) {
    const due = ((performance.now() - sinceMs) / 1000) * A_SECOND;
    while (asked.length < due) {
      const n = asked.length;
      asked.push(signIn(`victim${n}@example.com`, "guess", `203.0.113.${n % ADDRESSES}`));
    }
    await delay(1000 / A_SECOND);
  }
  return Promise.all(asked);
}

/** Sales, and an owner who signs in from a new address each time, while the flood goes on. */
async function underFlood(floodMs: number): Promise<Seen> {
  const before = process.memoryUsage().rss;
  const wrong = flood(floodMs);
  const untilMs = performance.now() + floodMs;
  const sales: number[] = [];
  const honest: Promise<{ status: number; ms: number }>[] = [];
  const sell = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const { result, ms } = await timed(shops.sell([[product, 1]]));
      expect(result.status).toBe(200);
      sales.push(ms);
      await delay(10);
    }
  };
  const people = async (): Promise<void> => {
    // By then each address of the flood has tried at least once. In the first second they are as new
    // as honest ones, and a full line refuses both.
    await delay(2_000);
    for (let n = 1; performance.now() < untilMs; n += 1) {
      const asked = timed(signIn(shops.ownerEmail, OWNER_PASSWORD, `198.51.100.${n}`));
      honest.push(asked.then(({ result, ms }) => ({ status: result, ms })));
      await delay(HONEST_EVERY_MS);
    }
  };
  await Promise.all([sell(), people()]);
  const seen = { wrong: await wrong, honest: await Promise.all(honest), sales };
  return { ...seen, grownMb: (process.memoryUsage().rss - before) / MEGABYTE };
}

const tell = ({ wrong, honest, sales, grownMb }: Seen): void => {
  const count = (status: number) => wrong.filter((one) => one === status).length;
  process.stdout.write(
    `${wrong.length} wrong sign-ins (401/429/503: ${[401, 429, 503].map(count).join("/")}), ` +
      `${honest.length} honest (refused ${refusedOf(honest)}, slowest ${Math.round(slowest(honest))} ms), ` +
      `${sales.length} sales, p99 ${Math.round(percentile(sales, 0.99))} ms, memory +${Math.round(grownMb)} MB\n`,
  );
};
const refusedOf = (honest: Seen["honest"]): number =>
  honest.filter(({ status }) => status !== 200).length;
const slowest = (honest: Seen["honest"]): number => Math.max(...honest.map(({ ms }) => ms));

describe("200 wrong sign-ins a second from 200 addresses", () => {
  row(
    34,
    "sales go on, people sign in, and the rest is refused",
    async ({ figure, control }) => {
      for (let n = 0; n < 50; n++) await shops.sell([[product, 1]]);
      const seen = await underFlood(5_000);
      tell(seen);
      figure("p99 of a sale, ms", Math.round(percentile(seen.sales, 0.99)), { atMost: 500 });
      const other = seen.wrong.filter((status) => ![401, 429, 503].includes(status)).length;
      figure("wrong sign-ins with another answer than 401, 429 or 503", other, { exactly: 0 });
      figure("honest sign-ins", seen.honest.length, { atLeast: 10 });
      figure("honest sign-ins refused", refusedOf(seen.honest), { exactly: 0 });
      figure("slowest honest sign-in, ms", Math.round(slowest(seen.honest)), {
        atMost: 2_000,
        besideOthers: 5_000,
      });
      figure("memory, MB more", Math.round(seen.grownMb), { atMost: 150 });

      // The queue without its ranks: first come, first served.
      const { accounts } = shops.service;
      const { hash, isRight } = accounts.passwords;
      const passwords = {
        hash,
        isRight: (password: string, stored: string | undefined) => isRight(password, stored),
      };
      Object.assign(accounts, { passwords });
      const unfair = await underFlood(3_000);
      Object.assign(accounts, { passwords: { hash, isRight } });
      tell(unfair);
      control("honest sign-ins refused by a queue without ranks", refusedOf(unfair.honest), {
        atLeast: 1,
      });
    },
    60_000,
  );
});
