import { randomInt, randomUUID } from "node:crypto";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, expect, test } from "vitest";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import { openApis } from "#tests/integration/bad-input/apis.ts";
import { listen } from "#tests/kit/http/raw-http.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

const SHOPS = 50;
const PER_SECOND = 200;
const LONGEST_LOCK_MS = 2300;
const { poolBleedSeconds: SECONDS } = readTestSettings();

// Four database connections for all tenants.
const apis = await openApis();
const port = await listen(apis.apps.query);
afterAll(() => apis.close());

type Shop = Readonly<{ marker: string; token: string }>;

async function registerTenant(_: unknown, index: number): Promise<Shop> {
  const marker = `zbleed${index}z`;
  const registered = await apis.ask("POST", "/auth/register.php", {
    as: "anonymous",
    body: {
      business_name: marker,
      first_name: marker,
      last_name: marker,
      email: `${randomUUID()}@bleed.example`,
      password: "correct horse",
    },
  });
  const { token } = SignInResult.parse(registered.body);
  const headers = { authorization: `Bearer ${token}` };
  const add = (url: string, body: object) =>
    apis.ask("POST", url, { as: "anonymous", headers, body });
  await add("/api/products.php", { name: marker, description: marker, price: 1, stock: 5 });
  await add("/api/customers.php", { first_name: marker, last_name: marker, address: marker });
  return { marker, token };
}

const PATHS = [
  "/api/products.php",
  "/api/customers.php",
  "/api/dashboard.php?period=30",
  "/api/sales/reports.php",
];

type ReceivedAnswer = Readonly<{ status: number; text: string }>;

/** One request on a new connection. Some clients disconnect in the middle. */
async function ask({ token }: Shop, isCut: boolean): Promise<ReceivedAnswer | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReceivedAnswer | undefined>();
  const path = PATHS[randomInt(PATHS.length)] ?? "/";
  const asked = request({
    port,
    path,
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
  asked
    .on("error", () => resolve(undefined))
    .on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response
        .on("error", () => resolve(undefined))
        .on("close", () => {
          resolve({ status: response.statusCode ?? 0, text });
        });
    });
  asked.end();
  if (isCut) void wait(randomInt(12)).then(() => asked.destroy());
  return promise;
}

/** Concurrent reads run into the lock timeout of two seconds. */
async function lockOnce(): Promise<void> {
  const client = await apis.admin.connect();
  await client.query("begin; lock table rm.rm_products in access exclusive mode");
  await wait(LONGEST_LOCK_MS);
  await client.query("rollback");
  client.release();
}

test(
  "no answer of one tenant reaches another, whatever is cancelled or times out",
  async () => {
    const shops = await Promise.all(Array.from({ length: SHOPS }, registerTenant));
    const counts = { answers: 0, cut: 0, failed: 0, foreign: 0, own: 0 };
    const errands: Promise<void>[] = [];
    const errand = async (shop: Shop): Promise<void> => {
      const heard = await ask(shop, randomInt(5) === 0);
      if (heard === undefined) {
        counts.cut += 1;
        return;
      }
      counts.answers += 1;
      if (heard.status >= 500) counts.failed += 1;
      const markers = heard.text.match(/zbleed\d+z/g) ?? [];
      counts.own += markers.filter((marker) => marker === shop.marker).length;
      counts.foreign += markers.filter((marker) => marker !== shop.marker).length;
    };
    const locks = (async () => {
      for (let second = 2; second < SECONDS - 2; second += 10) {
        await wait(2000);
        await lockOnce();
        await wait(Math.min(6000, Math.max(0, (SECONDS - second) * 500)));
      }
    })();
    const end = performance.now() + SECONDS * 1000;
    while (performance.now() < end) {
      const shop = shops[randomInt(SHOPS)];
      if (shop && errands.length - counts.answers - counts.cut < 2 * PER_SECOND) {
        errands.push(errand(shop));
      }
      await wait(1000 / PER_SECOND);
    }
    await Promise.all([locks, ...errands]);
    process.stdout.write(
      `${counts.answers} answers to ${SHOPS} tenants in ${SECONDS} s, ${counts.cut} cut off, ${counts.failed} timed out: ${counts.foreign} foreign markers\n`,
    );
    expect(counts.foreign).toBe(0);
    expect(counts.own).toBeGreaterThan(100);
    expect(counts.cut).toBeGreaterThan(10);
    expect(counts.failed).toBeGreaterThan(0);
  },
  SECONDS * 1000 + 120_000,
);
