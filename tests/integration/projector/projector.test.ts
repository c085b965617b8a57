import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { EventConsumer } from "#kernel/node/kafka/event-bus.ts";
import { toMessage } from "#kernel/node/kafka/event-message.ts";
import { createClient } from "#kernel/node/postgres/connections.ts";
import { createProjector, type Projector } from "#projector/projector.ts";
import { createRandom, shuffled } from "#tests/kit/builders/random.ts";
import {
  allEvents,
  emptyReadModels,
  positions,
  readModels,
} from "#tests/kit/database/read-models.ts";
import { createMemoryBus } from "#tests/kit/fakes/memory-bus.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import { differingRows } from "#tests/kit/product/differences.ts";
import { row } from "#tests/scorecard/row.ts";

import { consumeCheckpointFirst, consumeOverGaps } from "./careless.ts";
import { AMA, BOTH, DATA_KEY, KOFI, openTwoTenants, type TwoTenants } from "./two-tenants.ts";

const SWEEP_LIMIT_MS = 3_000;

let tenants: TwoTenants;
const started: Projector[] = [];

beforeAll(async () => {
  tenants = await openTwoTenants();
});
afterAll(() => tenants.database.close());
beforeEach(() => emptyReadModels(tenants.database.admin));
afterEach(async () => {
  await Promise.all(started.splice(0).map((projector) => projector.stop()));
});

function start(consumer?: EventConsumer): Projector {
  const projector = createProjector({
    connection: tenants.database.connectionOf("projector"),
    poolSize: 4,
    dataKey: DATA_KEY,
    clock: Date.now,
    log: silent,
    consumer,
  });
  started.push(projector);
  projector.start();
  return projector;
}

const until = (condition: () => Promise<unknown>, timeout = 20_000) =>
  vi.waitFor(condition, { timeout, interval: 20 });

const untilAllIsThere = (timeout?: number) =>
  until(
    async () => expect(await readModels(tenants.database.admin)).toEqual(tenants.expected),
    timeout,
  );

const notify = (channel: string, payload: string) =>
  tenants.database.admin.query("select pg_notify($1, $2)", [channel, payload]);

/** Without the sweep, only the tested path can help. */
async function withoutSweep(work: () => Promise<void>): Promise<void> {
  await tenants.database.admin.query("revoke execute on function es.heads from projector");
  try {
    await work();
  } finally {
    await tenants.database.admin.query("grant execute on function es.heads to projector");
  }
}

/** Stands in for a Kafka that is up and delivers nothing. */
const silentKafka: EventConsumer = {
  run: () => Promise.resolve(),
  isHealthy: () => true,
  close: () => Promise.resolve(),
};

test("without Kafka it follows the log", async () => {
  const projector = start();
  await untilAllIsThere();
  expect(projector.status()).toEqual({ followsLog: true, refused: 0 });
  expect(await projector.isReady()).toBe(true);
});

const ALL_FAULTS = { drop: 0.1, double: 0.4, reorder: 0.5 };
const BATCH = 20;

row(
  9,
  "two projectors at once apply everything once, whatever the bus does",
  async ({ seed, figure, control }) => {
    const bus = createMemoryBus({ seed, faults: ALL_FAULTS });
    const projectors = [start(bus.createConsumer("p")), start(bus.createConsumer("p")), start()];
    const publisher = bus.createPublisher();
    for (const event of tenants.events) await publisher.publish([event, event]);
    await untilAllIsThere();
    expect(projectors.map((projector) => projector.status().refused)).toEqual([0, 0, 0]);
    const { database } = tenants;
    const differing = () => differingRows(database.adminUrl, BOTH, DATA_KEY);
    figure("rows that differ from the log", await differing(), { exactly: 0 });
    await Promise.all(started.splice(0).map((projector) => projector.stop()));

    const random = createRandom(seed);
    const deliver = async (consume: (messages: readonly StoredEvent[]) => Promise<void>) => {
      await emptyReadModels(database.admin);
      await tenants.step(async () => []); // Begins all projections.
      for (let at = 0; at < tenants.events.length; at += BATCH) {
        const batch = tenants.events.slice(at, at + BATCH).filter(() => random() > ALL_FAULTS.drop);
        if (batch.length > 0) await consume(shuffled([...batch, ...batch], random));
      }
    };
    await deliver((messages) => consumeOverGaps(tenants.consuming, messages));
    control("rows that differ, of a projector without the check for gaps", await differing(), {
      atLeast: 1,
    });
    await deliver((messages) =>
      consumeCheckpointFirst(tenants.consuming, messages, random() < 0.3),
    );
    control("rows that differ, of a projector that saves its checkpoint first", await differing(), {
      atLeast: 1,
    });
  },
);

test("a tenant whose last message was lost is caught up within 3 s", async () => {
  const bus = createMemoryBus();
  start(bus.createConsumer("p"));
  const publisher = bus.createPublisher();
  const lost = tenants.events.filter(({ tenantId }) => tenantId === AMA).length;
  const brought = tenants.events.filter(({ tenantId, seq }) => tenantId !== AMA || seq < lost);
  await publisher.publish(brought);
  await until(async () =>
    expect(await positions(tenants.database.admin, KOFI)).toMatchObject({ sales: lost }),
  );
  await untilAllIsThere(SWEEP_LIMIT_MS);
});

test("a tenant of which Kafka delivered nothing is caught up within 3 s", async () => {
  start(silentKafka);
  await untilAllIsThere(SWEEP_LIMIT_MS);
});

test("a waiting reader is served at once, with Kafka up or down", async () => {
  const done: string[] = [];
  const listener = createClient(tenants.database.connectionOf("query_ro"));
  await listener.connect();
  listener.on("notification", ({ payload = "" }) => done.push(...payload.split(",")));
  await listener.query("listen rm_done");
  await withoutSweep(async () => {
    start(silentKafka);
    await until(async () => {
      await notify("rm_catch_up", BOTH.join(","));
      expect(done).toEqual(BOTH.map((id) => `${id}:${tenants.events.length / 2}`));
    });
    await untilAllIsThere();
  });
  await listener.end();
});

test("it follows the log while Kafka is down, and returns to Kafka after that", async () => {
  const bus = createMemoryBus();
  bus.stall();
  const projector = start(bus.createConsumer("p"));
  await untilAllIsThere();
  expect(projector.status().followsLog).toBe(true);

  bus.resume();
  await until(async () => expect(projector.status().followsLog).toBe(false));
  await bus.createPublisher().publish(tenants.events);
  await untilAllIsThere();
});

test("an unreadable message is counted, and its event is read from the log", async () => {
  const bus = createMemoryBus();
  const projector = start(bus.createConsumer("p"));
  const firsts = tenants.events.filter(({ seq }) => seq === 1).map(toMessage);
  const broken = firsts.map(({ key, value, headers }) => ({
    key: Buffer.from(key),
    value: Buffer.from(value.slice(1)),
    headers,
  }));
  await withoutSweep(async () => {
    for (const message of broken) bus.put(message);
    await untilAllIsThere();
  });
  expect(projector.status().refused).toBe(2);
});

test("after a stop in the middle and a restart it ends with the same rows", async () => {
  const bus = createMemoryBus({ seed: 3, faults: { double: 0.5 } });
  const publisher = bus.createPublisher();
  const halves = tenants.events.length / 2;
  start(bus.createConsumer("p"));
  await publisher.publish(tenants.events.slice(0, halves));
  await started.pop()?.stop();
  start(bus.createConsumer("p"));
  await publisher.publish(tenants.events.slice(halves));
  await untilAllIsThere();
});

test("new events are applied soon after a hint", async () => {
  start();
  await untilAllIsThere();
  const [tenant] = tenants.logs;
  tenant?.sell(500, [{ product: 1, quantity: 1 }]);
  await tenant?.flush();
  await notify("es_hint", AMA);
  const head = (await allEvents(tenants.database.admin)).filter(({ tenantId }) => tenantId === AMA);
  await until(async () =>
    expect(await positions(tenants.database.admin, AMA)).toMatchObject({ sales: head.length }),
  );
});

test("projections parked by an older build are resumed at the start", async () => {
  await tenants.replay();
  const { admin } = tenants.database;
  const before = await readModels(admin);
  await admin.query("delete from rm.rm_shops where tenant_id = $1", [AMA]);
  await admin.query(
    "update rm.checkpoints set seq = 0 where tenant_id = $1 and projection = 'shops'",
    [AMA],
  );
  await admin.query(
    "insert into rm.projection_parked values ($1, 'shops', 1, 'TenantRegistered', 'unknown', $2)",
    [AMA, Date.now()],
  );
  start(silentKafka);
  await until(async () => expect(await readModels(admin)).toEqual(before));
  const { rows } = await admin.query("select from rm.projection_parked");
  expect(rows).toEqual([]);
});
