import { setTimeout as delay } from "node:timers/promises";

import { Redis as RedisClient } from "ioredis";

import { TenantId } from "#kernel/contract/ids.ts";
import { EVENTS_TOPIC, openSender } from "#kernel/node/kafka/client.ts";
import { toMessage } from "#kernel/node/kafka/event-message.ts";
import { createRateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { stored } from "#tests/kit/builders/stored-event.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import type { Distributed } from "#tests/kit/product/distributed.ts";
import { caughtUp, compareWithLog } from "#tests/kit/product/invariants.ts";
import { type Load, percentile, startSales } from "#tests/kit/product/sales-load.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

const PER_SECOND = 50;
const SLOW_MS = 2_000;
/** New processes are slower, which would excuse a slow phase. */
const WARM_MS = 8_000;

/** What happens to Redis, and how long sales are measured meanwhile. */
type Phase = Readonly<{
  name: string;
  seconds: number;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
}>;

/** Redis is killed, erased, slow and filled with planted keys and messages while sales are made. */
export async function redisAway(
  it: Distributed,
  { figure, control }: RowTest,
  seconds: number,
): Promise<void> {
  const [till, victim] = [await openTill(it.product().url), await openTill(it.product().url)];
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  const victimProduct = await victim.addProduct("Gari", 10);
  const sold: Load["sold"][number][] = [];
  const warming = startSales(till, { productId, perSecond: PER_SECOND });
  await delay(WARM_MS);
  await warming.stop();
  sold.push(...warming.sold);
  let refused = 0;
  let worst = 0;
  let usualMs = 0;
  for (const { name, begin, end, ...phase } of phasesOf(it, victim, seconds)) {
    await begin();
    const load = startSales(till, { productId, perSecond: PER_SECOND });
    const revoked = await successesAfterLogout(it);
    await delay(phase.seconds * 1000);
    await load.stop();
    await end();
    const p99 = percentile(
      load.sold.map(({ ms }) => ms),
      0.99,
    );
    if (name === "usual") usualMs = p99;
    else worst = Math.max(worst, p99 / usualMs);
    figure(`p99 of a sale in ms, Redis ${name}`, p99, { atMost: 2 * usualMs });
    figure(`successes with an ended session, Redis ${name}`, revoked, { exactly: 0 });
    sold.push(...load.sold);
    refused += load.tries() - load.sold.length;
    if (name === PLANTED_KEYS) {
      const { status } = await victim.sell([{ productId: victimProduct, quantity: 1 }]);
      figure("answer to a tenant under whose name limits are planted", status, { exactly: 200 });
    }
  }
  figure("worst p99 by the usual one", worst, { atMost: 2 });
  figure("answers of 401 or any other refusal", refused, { exactly: 0 });

  const planted = await plantMessages(it, victim.tenantId);
  figure("planted messages that a subscriber got", planted.received, { exactly: 0 });
  await caughtUp(it.query, till.tenantId, 30_000);
  const { lost, doubled, gaps } = await compareWithLog(it.query, till.tenantId, { sold });
  figure("sales lost, doubled or missing in the order", lost + doubled + gaps, { exactly: 0 });
  const differing = await it.differingRows(till.tenantId, victim.tenantId);
  figure(`rows changed by ${planted.sent} planted messages`, differing, { exactly: 0 });

  it.redisProxy().setDelay(SLOW_MS);
  control("ms of a limit that waits for the slow Redis", await waitForSlowRedis(it), {
    atLeast: 1_000,
  });
  it.redisProxy().setDelay(0);
}

/** The limits of slow commands are noticed within half a second, which a longer phase outweighs. */
const SLOW_TIMES = 2;
const PLANTED_KEYS = "full of planted keys";

function phasesOf(it: Distributed, victim: Till, seconds: number): readonly Phase[] {
  const nothing = () => Promise.resolve();
  const client = new RedisClient(it.redis().url, { lazyConnect: true, retryStrategy: () => 50 });
  client.on("error", () => undefined);
  let flushing: NodeJS.Timeout | undefined;
  return [
    { name: "usual", seconds, begin: nothing, end: nothing },
    { name: "killed", seconds, begin: it.redis().kill, end: it.redis().restart },
    {
      name: "erased again and again",
      seconds,
      begin: async () => {
        flushing = setInterval(() => void client.flushall().catch(() => undefined), 250);
      },
      end: async () => clearInterval(flushing),
    },
    {
      name: "slow",
      seconds: SLOW_TIMES * seconds,
      begin: async () => it.redisProxy().setDelay(SLOW_MS),
      end: async () => it.redisProxy().setDelay(0),
    },
    {
      name: PLANTED_KEYS,
      seconds,
      begin: () => plantKeys(client, victim),
      end: async () => client.disconnect(),
    },
  ];
}

/** Used-up limits under another tenant's name, and keys of another type in place of the limits. */
async function plantKeys(client: RedisClient, { tenantId }: Till): Promise<void> {
  for (const key of await client.keys("t:*")) {
    const used = key.replace(/^t:[^:]*/, `t:${tenantId}`);
    if (used !== key) await client.set(used, "1000000000", "EX", 600);
    await client.del(key);
    await client.lpush(key, "not a number");
  }
}

/** A second session signs out; what it still gets a second later. */
async function successesAfterLogout(it: Distributed): Promise<number> {
  const other = await openTill(it.product().url);
  await other.ask("POST", "/api/v1/logout");
  await delay(1_100);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => other.ask("GET", "/api/sales.php")),
  );
  return answers.filter(({ status }) => status !== 401).length;
}

const PLANTED = 100;

/** Messages on channels of Redis, which has no subscriber, and events of the wrong tenant in Kafka. */
async function plantMessages(it: Distributed, tenantId: string) {
  const client = new RedisClient(it.redis().url);
  let received = 0;
  for (let n = 0; n < PLANTED; n += 1) {
    received += await client.publish(`t:${tenantId}:events:${n}`, "planted");
    received += await client.publish(["rm_done", "es_hint", "*", "events"][n % 4] ?? "", tenantId);
  }
  client.disconnect();
  const options = { brokers: it.kafka().brokers.split(","), clientId: "planted", log: silent };
  const sender = await openSender({ ...options, topic: EVENTS_TOPIC });
  const events = Array.from({ length: PLANTED }, (_, n) =>
    toMessage(stored(TenantId.parse(tenantId), 1 + n)),
  );
  await sender.send(events, 5_000);
  await sender.end();
  return { sent: 3 * PLANTED, received };
}

/** How long a limit takes that has no limit on its commands and never does without Redis. */
async function waitForSlowRedis(it: Distributed): Promise<number> {
  const client = new RedisClient(`redis://127.0.0.1:${it.redisProxy().port}`);
  const limiter = createRateLimiter({
    name: "waits",
    points: 10,
    perMs: 60_000,
    redis: { client, isUsable: () => true, close: async () => undefined },
  });
  const startedAt = performance.now();
  await limiter.consume("ama");
  const ms = performance.now() - startedAt;
  client.disconnect();
  return ms;
}
