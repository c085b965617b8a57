import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { advanceCursors } from "#command-api/event-store/relay/relay-log.ts";
import { startRelay } from "#command-api/event-store/relay/relay.ts";
import type { EventPublisher } from "#kernel/node/kafka/event-bus.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { createRecorder } from "#tests/kit/fakes/bus-recorder.ts";
import { createMemoryBus, type MemoryBus } from "#tests/kit/fakes/memory-bus.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import { openTcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { openLog, type RelayedLog } from "./relay-shop.ts";

const [ada, kofi] = [tenant(1), tenant(2)];
const WAIT = { timeout: 10_000, interval: 5 };
const NEVER_MS = 3_600_000;

describeWith(["postgres"], "the relay", () => {
  let log: RelayedLog;
  let bus: MemoryBus;
  let heard: ReturnType<typeof createRecorder>;
  const opened: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    log = await openLog();
    bus = createMemoryBus();
    heard = createRecorder();
    const consumer = bus.createConsumer("all");
    void consumer.run(heard.onBatch);
    opened.push(log.close, consumer.close);
  }, 60_000);
  afterEach(async () => {
    for (const close of opened.splice(0).toReversed()) await close();
  });

  function start(over: Partial<Parameters<typeof startRelay>[0]> = {}) {
    const publisher = bus.createPublisher();
    const relay = startRelay({ database: log.database, publisher, log: silent, ...over });
    opened.push(relay.stop);
    return relay;
  }
  const leads = (relay: ReturnType<typeof start>) =>
    vi.waitFor(() => expect(relay.status().leader).toBe(true), WAIT);
  const arrived = () =>
    vi.waitFor(() => {
      expect(heard.newSeqsOf(ada)).toEqual(log.seqsOf(ada));
      expect(heard.newSeqsOf(kofi)).toEqual(log.seqsOf(kofi));
    }, WAIT);
  const hintByNotice = async (text: string) => {
    const client = new pg.Client({ connectionString: log.adminUrl });
    await client.connect();
    await client.query("select pg_notify('es_hint', $1)", [text]);
    await client.end();
  };

  test("sends events appended before and after its start, each once and as stored", async () => {
    await log.append([ada, kofi], 5);
    start();
    await arrived();
    await log.append([ada, kofi], 5);
    await arrived();
    expect(heard.seqsOf(ada)).toEqual(log.seqsOf(ada));
    const [first] = heard.events;
    expect(first).toMatchObject({
      type: "CustomerAdded",
      streamType: "customer",
      streamVersion: 1,
      data: '{ "n":1}',
      meta: '{"source":"web"}',
      effects: null,
      occurredMs: 1_790_000_000_000,
    });
    await vi.waitFor(async () => expect(await log.cursorOf(kofi)).toMatchObject({ seq: 10 }), WAIT);
  });

  test("sends at once after a hint from its own process or a notice", async () => {
    const relay = start({ sweepEveryMs: NEVER_MS });
    await leads(relay);
    await vi.waitFor(async () => {
      await log.append([ada], 1);
      await hintByNotice(`nonsense,${ada},${kofi}`);
      expect(heard.newSeqsOf(ada).length).toBeGreaterThan(0);
    }, WAIT);
    await log.append([kofi], 1);
    relay.hint([kofi, "nonsense"]);
    await vi.waitFor(() => expect(heard.newSeqsOf(kofi)).toEqual([1]), WAIT);
  });

  test("has one leader; the other takes over within 2 s when the leader's connection is cut", async () => {
    const [one, two] = [start(), start()];
    await vi.waitFor(() => {
      expect([one, two].filter((relay) => relay.status().leader)).toHaveLength(1);
    }, WAIT);
    const [first, second] = one.status().leader ? [one, two] : [two, one];
    const { epoch } = first.status();
    await log.append([ada, kofi], 3);
    await arrived();
    await second.stop();

    const third = start();
    await log.cutRelays();
    const cutAt = performance.now();
    await vi.waitFor(() => {
      const leader = [first, third].find((relay) => relay.status().epoch > epoch);
      expect(leader?.status().leader).toBe(true);
    }, WAIT);
    expect(performance.now() - cutAt).toBeLessThan(2_000);
    await log.append([ada, kofi], 3);
    await arrived();
    expect([first, third].filter((relay) => relay.status().leader)).toHaveLength(1);
  });

  test("releases the lock when it stops", async () => {
    const one = start();
    await leads(one);
    const two = start();
    await one.stop();
    const stoppedAt = performance.now();
    await leads(two);
    expect(performance.now() - stoppedAt).toBeLessThan(1_000);
    expect(two.status().epoch).toBe(one.status().epoch + 1);
    expect(one.status().leader).toBe(false);
  });

  test("a leader of an older epoch writes nothing and leaves", async () => {
    const relay = start();
    await leads(relay);
    await log.append([ada], 4);
    await vi.waitFor(async () => expect(await log.cursorOf(ada)).toMatchObject({ seq: 4 }), WAIT);
    const { epoch } = relay.status();
    await log.relayPool.query("update es.relay_leader set epoch = epoch + 1 where id");

    expect(await advanceCursors(log.relayPool, epoch, new Map([[ada, 99]]))).toBe(false);
    expect(await log.cursorOf(ada)).toMatchObject({ seq: 4, epoch });
    await log.append([ada], 1);
    await vi.waitFor(() => expect(relay.status().epoch).toBe(epoch + 2), WAIT);
    await vi.waitFor(async () => {
      expect(await log.cursorOf(ada)).toEqual({ seq: 5, epoch: epoch + 2 });
    }, WAIT);
  });

  test("never moves a cursor back", async () => {
    const relay = start();
    await leads(relay);
    await log.append([ada], 4);
    await vi.waitFor(async () => expect(await log.cursorOf(ada)).toMatchObject({ seq: 4 }), WAIT);
    expect(await advanceCursors(log.relayPool, relay.status().epoch, new Map([[ada, 2]]))).toBe(
      true,
    );
    expect(await log.cursorOf(ada)).toMatchObject({ seq: 4 });
  });

  test("waits while the bus is down and loses nothing", async () => {
    let failures = 0;
    const inner = bus.createPublisher();
    const publish: EventPublisher["publish"] = async (events) => {
      await inner.publish(events).catch((error: unknown) => {
        failures += 1;
        throw error;
      });
    };
    bus.stall();
    const relay = start({ publisher: { ...inner, publish } });
    await log.append([ada, kofi], 20);
    await vi.waitFor(() => {
      expect(relay.status().lag).toBe(40);
      expect(failures).toBeGreaterThan(1);
    }, WAIT);
    expect(await log.cursorOf(ada)).toBeUndefined();
    bus.failNext(2, false);
    bus.failNext(2, true);
    bus.resume();
    await arrived();
    await vi.waitFor(() => expect(relay.status().lag).toBe(0), WAIT);
  });

  test("serves small tenants while a large one has much to send", async () => {
    await log.append([ada], 1_200);
    await log.append([kofi], 1);
    const sizes: number[] = [];
    const inner = bus.createPublisher();
    const publisher: EventPublisher = {
      ...inner,
      publish: async (events) => {
        sizes.push(events.length);
        await inner.publish(events);
      },
    };
    start({ publisher });
    await arrived();
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    const place = heard.events.findIndex(({ tenantId }) => tenantId === kofi);
    expect(place).toBeLessThan(500);
  }, 30_000);

  test("gives up the lead when its connection hangs", async () => {
    const { hostname: host, port, pathname } = new URL(log.database.url);
    const proxy = await openTcpProxy({ host, port: Number(port) });
    opened.push(proxy.close);
    const url = `postgres://127.0.0.1:${proxy.port}${pathname}`;
    const relay = start({ database: { ...log.database, url } });
    await leads(relay);
    const { epoch } = relay.status();

    proxy.setSilent(true);
    const silentAt = performance.now();
    await vi.waitFor(() => expect(relay.status().leader).toBe(false), WAIT);
    expect(performance.now() - silentAt).toBeLessThan(4_000);

    proxy.cut();
    proxy.setSilent(false);
    await vi.waitFor(() => expect(relay.status().epoch).toBeGreaterThan(epoch), WAIT);
    await log.append([ada, kofi], 2);
    await arrived();
  });
});
