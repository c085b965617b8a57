import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { createRandom, type Random } from "#tests/kit/builders/random.ts";
import { openRewritingProxy } from "#tests/kit/fakes/rewriting-proxy.ts";
import { listen } from "#tests/kit/http/raw-http.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

import { CONDITION } from "./crawl.ts";

const SHOPS = 50;
const PER_SECOND = 200;
const CONNECTIONS = 5;
/** A second of questions runs into it: most are answered from what is kept, without the table. */
const LONGEST_LOCK_MS = 3000;
const CONTROL_SECONDS = 3;

type Shop = Readonly<{ tenantId: string; marker: string; token: string }>;

async function registerTenant(apis: Apis, index: number): Promise<Shop> {
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
  const { token, tenant } = SignInResult.parse(registered.body);
  const headers = { authorization: `Bearer ${token}` };
  const add = (url: string, body: object) =>
    apis.ask("POST", url, { as: "anonymous", headers, body });
  await add("/api/products.php", { name: marker, description: marker, price: 1, stock: 5 });
  await add("/api/customers.php", { first_name: marker, last_name: marker, address: marker });
  return { tenantId: tenant.id, marker, token };
}

const PATHS = [
  "/api/products.php",
  "/api/customers.php",
  "/api/dashboard.php?period=30",
  "/api/sales/reports.php",
];

const below = (random: Random, most: number): number => Math.floor(random() * most);

type ReceivedAnswer = Readonly<{ status: number; text: string }>;
type Asking = Readonly<{ port: number; path: string; cutAfterMs: number | undefined }>;

/** One request on a new connection. Some clients disconnect in the middle. */
async function ask(
  { token }: Shop,
  { port, path, cutAfterMs }: Asking,
): Promise<ReceivedAnswer | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReceivedAnswer | undefined>();
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
  if (cutAfterMs !== undefined) void wait(cutAfterMs).then(() => asked.destroy());
  return promise;
}

/** Reads at the same time run into the lock timeout of two seconds. */
async function lockOnce(apis: Apis): Promise<void> {
  const client = await apis.admin.connect();
  await client.query("begin; lock table rm.rm_products in access exclusive mode");
  await wait(LONGEST_LOCK_MS);
  await client.query("rollback");
  client.release();
}

async function lockNowAndThen(apis: Apis, seconds: number): Promise<void> {
  for (let second = 2; second < seconds - 2; second += 10) {
    await wait(2000);
    await lockOnce(apis);
    await wait(Math.min(6000, Math.max(0, (seconds - second) * 500)));
  }
}

type Load = Readonly<{ shops: readonly Shop[]; port: number; seconds: number; random: Random }>;

/** Readers of all tenants, some of which go away. Counts the markers that they were sent. */
async function readAsAll({ shops, port, seconds, random }: Load) {
  const counts = { answers: 0, cut: 0, failed: 0, foreign: 0, own: 0 };
  const errands: Promise<void>[] = [];
  const errand = async (shop: Shop): Promise<void> => {
    const heard = await ask(shop, {
      port,
      path: PATHS[below(random, PATHS.length)] ?? "/",
      cutAfterMs: below(random, 5) === 0 ? below(random, 12) : undefined,
    });
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
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const shop = shops[below(random, SHOPS)];
    if (shop && errands.length - counts.answers - counts.cut < 2 * PER_SECOND) {
      errands.push(errand(shop));
    }
    await wait(1000 / PER_SECOND);
  }
  await Promise.all(errands);
  return counts;
}

/** Answers the question of each shop, then asks without a tenant. Returns how often that saw rows. */
async function rowsLeftBehind(pool: Pool, shops: readonly Shop[]): Promise<number> {
  const seen = await Promise.all(
    shops.map(async ({ tenantId }) => {
      const client = await pool.connect();
      await client.query("select * from rm.freshness($1, '{products}')", [tenantId]);
      const { rowCount } = await client.query("select from rm.rm_products");
      client.release();
      return Number(rowCount !== 0);
    }),
  );
  return seen.reduce((sum, one) => sum + one, 0);
}

/** From here on a connection keeps the first tenant that it was set to. */
async function keepTenant({ query }: Apis): Promise<void> {
  const [known] = await query<{ made: string }>(
    "select pg_get_functiondef('rm.freshness'::regproc) as made",
  );
  const made = known?.made.replace(
    "perform set_config('app.tenant', p_tenant::text, true)",
    `if coalesce(current_setting('app.tenant', true), '') = '' then
       perform set_config('app.tenant', p_tenant::text, false);
     end if`,
  );
  if (made === undefined || made === known?.made) throw new Error("rm.freshness is another one");
  await query(made);
}

/** Whatever is cancelled or times out, no answer and no connection mixes two tenants. */
export async function proveNoBleed(
  { seed, figure, control }: RowTest,
  seconds: number,
): Promise<void> {
  // Four database connections for all tenants.
  const apis = await openApis();
  const proxy = await openRewritingProxy(apis.adminUrl, CONDITION);
  const bare = await apis.openQuery(proxy.url);
  try {
    const random = createRandom(seed);
    // Not all at once: the line of passwords that wait to be hashed holds fewer.
    const shops: Shop[] = [];
    while (shops.length < SHOPS) {
      const ten = Array.from({ length: 10 }, (_, index) =>
        registerTenant(apis, shops.length + index),
      );
      shops.push(...(await Promise.all(ten)));
    }
    const port = await listen(apis.apps.query);
    const [counts] = await Promise.all([
      readAsAll({ shops, port, seconds, random }),
      lockNowAndThen(apis, seconds),
    ]);
    figure("answers", counts.answers, { atLeast: seconds * 50 });
    figure("requests cut off", counts.cut, { atLeast: 11 });
    figure("answers that timed out", counts.failed, { atLeast: 1 });
    figure("own markers", counts.own, { atLeast: 101 });
    figure("foreign markers", counts.foreign, { exactly: 0 });
    const left = await rowsLeftBehind(apis.as("query_ro", CONNECTIONS), shops);
    figure("questions after which a connection showed rows", left, { exactly: 0 });

    await keepTenant(apis);
    const kept = await rowsLeftBehind(apis.as("query_ro", CONNECTIONS), shops);
    control("such questions where connections keep their tenant", kept, { exactly: SHOPS });
    const mixed = await readAsAll({
      shops,
      port: await listen(bare.app),
      seconds: CONTROL_SECONDS,
      random,
    });
    control("foreign markers without the tenant conditions too", mixed.foreign, { atLeast: 1 });
  } finally {
    await bare.close();
    await proxy.close();
    await apis.close();
  }
}
