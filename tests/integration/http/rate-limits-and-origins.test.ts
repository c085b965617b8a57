import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { commandLimitSettings } from "#command-api/config.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import { readConfig } from "#kernel/node/config/read-config.ts";
import { createHeavyWork } from "#kernel/node/limits/heavy-work.ts";
import { createRateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { queryLimitSettings } from "#query-api/config.ts";
import { openApis, type Apis } from "#tests/integration/bad-input/apis.ts";
import { failure } from "#tests/integration/command-api/routes/ask.ts";

// The default limits: 50 reads and 20 writes a second, counted by the minute.
const { REQUESTS_PER_MINUTE: READS } = readConfig(queryLimitSettings, {});
const {
  WRITES_PER_MINUTE: WRITES,
  SIGN_INS_PER_MINUTE: SIGN_INS,
  REGISTRATIONS_PER_HOUR: REGISTRATIONS,
} = readConfig(commandLimitSettings, {});

let apis: Apis;
beforeAll(async () => {
  apis = await openApis({
    limits: { writesPerMinute: WRITES, signInsPerMinute: SIGN_INS },
    requestsPerMinute: READS,
  });
});
afterAll(() => apis.close());
afterEach(() => void vi.useRealTimers());

const tell = (text: string): void => void process.stdout.write(`${text}\n`);

/** How many requests are answered before the first 429. */
async function untilLimited(most: number, ask: () => Promise<{ status: number }>): Promise<number> {
  for (let index = 0; index <= most + 50; index += 1) {
    if ((await ask()).status === 429) return index;
  }
  return Number.POSITIVE_INFINITY;
}

describe("limits", () => {
  test("API-13: reads: 50 a second per user, and other users are not affected", async () => {
    const read = () => apis.askOf.query("GET", "/api/products.php?limit=0", { as: "cashier" });
    const before = await untilLimited(READS, read);
    const refused = await read();
    tell(`read ${before + 1} of a minute is 429`);
    expect(before).toBe(READS);
    expect(refused.body).toEqual(failure("too-many-requests", expect.any(String)));
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const others = await apis.askOf.query("GET", "/api/products.php", { as: "manager" });
    expect(others.status).toBe(200);
  });

  test("writes: 20 a second per user, and other users are not affected", async () => {
    const write = () => apis.ask("POST", "/api/products.php", { as: "manager", body: {} });
    const before = await untilLimited(WRITES, write);
    tell(`write ${before + 1} of a minute is 429`);
    expect(before).toBe(WRITES);
    expect((await write()).status).toBe(429);
    expect((await apis.ask("POST", "/api/products.php", { body: {} })).status).toBe(400);
  });

  test("sign-ins: 30 a minute per address, whatever X-Forwarded-For says", async () => {
    let tries = 0;
    const signIn = () => {
      tries += 1;
      return apis.ask("POST", "/auth/login.php", {
        as: "anonymous",
        body: { email: `unknown${tries}@limits.example`, password: "wrong" },
        headers: {
          "x-forwarded-for": `203.0.113.${tries}`,
          "x-real-ip": `203.0.113.${tries}`,
          forwarded: `for=203.0.113.${tries}`,
        },
      });
    };
    const before = await untilLimited(SIGN_INS, signIn);
    const refused = await signIn();
    tell(`sign-in ${before + 1} of a minute is 429, with another X-Forwarded-For each time`);
    expect(before).toBe(SIGN_INS);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });
});

test("registrations: 5 an hour from an address", async () => {
  const own = await openApis({ limits: { registrationsPerHour: REGISTRATIONS } });
  try {
    let tries = 0;
    const register = () => {
      tries += 1;
      return own.ask("POST", "/auth/register.php", {
        as: "anonymous",
        headers: { "x-forwarded-for": `203.0.113.${tries}` },
        body: {
          business_name: "Limits",
          first_name: "A",
          last_name: "B",
          email: `limits${tries}@limits.example`,
          password: "correct horse",
        },
      });
    };
    // The suite's own two shops came from the same address.
    const before = (await untilLimited(REGISTRATIONS, register)) + 2;
    tell(`registration ${before + 1} of an hour is 429, with another X-Forwarded-For each time`);
    expect(before).toBe(REGISTRATIONS);
  } finally {
    await own.close();
  }
});

test("a cashier who sells every two seconds for eight hours is never limited", async () => {
  vi.useFakeTimers();
  const perMinute = (name: string, points: number) =>
    createRateLimiter({ name, points, perMs: 60_000 });
  const [reads, writes] = [perMinute("reads", READS), perMinute("writes", WRITES)];
  const tenantId = TenantId.parse("018f0000-0000-7000-8000-000000000001");
  let refused = 0;
  for (let sale = 0; sale < 8 * 1800; sale += 1) {
    const answers = [
      await writes.consume("cashier", tenantId),
      await reads.consume("cashier", tenantId),
      await reads.consume("cashier", tenantId),
    ];
    refused += answers.filter(({ allowed }) => !allowed).length;
    vi.advanceTimersByTime(2000);
  }
  tell(`${8 * 1800} sales in eight hours, ${refused} limited`);
  expect(refused).toBe(0);
});

test("no other origin may read an answer", async () => {
  const origins = [
    "null",
    "https://evil.example",
    "https://shop.tillbook.example.evil.example",
    "https://eviltillbook.example",
    "https://sub.tillbook.example",
    "http://localhost",
    "https://tillbook.example:8443",
    "file://",
  ];
  let answers = 0;
  for (const origin of origins) {
    for (const api of ["command", "query"] as const) {
      for (const route of apis.routes.filter((name) => name.startsWith(api))) {
        const [, method = "GET", pattern = ""] = route.split(" ");
        const url = pattern.replace(/:\w+/g, "x");
        const asked = { "access-control-request-method": method, origin };
        const preflight = await apis.apps[api].inject({ method: "OPTIONS", url, headers: asked });
        expect([url, preflight.statusCode]).toEqual([url, 405]);
        const names = Object.keys(preflight.headers);
        expect(names.filter((name) => name.startsWith("access-control"))).toEqual([]);
        answers += 1;
      }
    }
    const read = await apis.askOf.query("GET", "/api/customers.php", { headers: { origin } });
    expect(Object.keys(read.headers).filter((name) => name.startsWith("access-control"))).toEqual(
      [],
    );
  }
  tell(`${answers} preflights of ${origins.length} origins refused, no answer names an origin`);
});

describe("all people of a business together", () => {
  test("what does not fit into a second waits for the next, and the rest is 429; others go on", async () => {
    const own = await openApis({ requestsPerSecond: 20 });
    try {
      const read = (as: "cashier" | "manager" | "foreign owner") =>
        own.askOf.query("GET", "/api/products.php?limit=1", { as });
      const many = Array.from({ length: 100 }, (_, n) => read(n % 2 === 0 ? "cashier" : "manager"));
      expect((await read("foreign owner")).status).toBe(200);
      const statuses = (await Promise.all(many)).map(({ status }) => status);
      const answered = statuses.filter((status) => status === 200).length;
      tell(`${answered} of 100 reads at once answered within two seconds of 20 each`);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      expect(answered).toBeGreaterThanOrEqual(20);
      expect(answered).toBeLessThanOrEqual(60);
    } finally {
      await own.close();
    }
  });

  test("API-15: two exports at once; the next waits, then gets 429 with the time to wait", async () => {
    const slow = createHeavyWork({ requestsAtOnce: 2, piecesAtOnce: 2, percent: 50 });
    const own = await openApis({ heavy: slow });
    try {
      const running = [await slow.enter(own.tenantId), await slow.enter(own.tenantId)];
      const exportAs = (as: "owner" | "foreign owner") =>
        own.askOf.query("GET", "/api/v1/exports/products.csv", { as });
      const refused = await exportAs("owner");
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual(failure("too-many-heavy-requests", expect.any(String)));
      expect(refused.headers["retry-after"]).toBe("5");
      expect((await exportAs("foreign owner")).status).toBe(200);
      const light = await own.askOf.query("GET", "/api/products.php?limit=10", { as: "cashier" });
      expect(light.status).toBe(200);
      const waiting = exportAs("owner");
      for (const request of running) request?.end();
      expect((await waiting).status).toBe(200);
    } finally {
      await own.close();
    }
  });
});

test("the limits are the defaults", () => {
  expect([READS, WRITES, SIGN_INS, REGISTRATIONS]).toEqual([3000, 1200, 30, 5]);
});
