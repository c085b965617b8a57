import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import type { EventConsumer, EventPublisher } from "#kernel/node/kafka/event-bus.ts";
import { toMessage, type EventMessage } from "#kernel/node/kafka/event-message.ts";
import { series, stored, tenant } from "#tests/kit/builders/stored-event.ts";
import { createRecorder } from "#tests/kit/fakes/bus-recorder.ts";

export type BusUnderTest = Readonly<{
  /** A new, empty topic on each call. */
  openTopic: () => Readonly<{
    createPublisher: () => EventPublisher;
    createConsumer: (groupId: string) => EventConsumer;
    /** Without the publisher, like a foreign producer. */
    put: (message: EventMessage) => Promise<void>;
  }>;
  breakDown: () => Promise<void>;
  comeBack: () => Promise<void>;
  close: () => Promise<void>;
}>;

const SECONDS = { timeout: 50_000, interval: 10 };
const tenants = Array.from({ length: 20 }, (_, i) => tenant(i + 1));
const [ada, kofi] = [tenant(1), tenant(2)];
const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

/** The contract of every bus with relay and projector. */
export function describeEventBus(name: string, open: () => Promise<BusUnderTest>): void {
  describe(`an event bus: ${name}`, { timeout: 150_000 }, () => {
    let bus: BusUnderTest;
    const opened: { close: () => Promise<void> }[] = [];
    beforeAll(async () => {
      bus = await open();
    }, 120_000);
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((one) => one.close()));
    });
    afterAll(() => bus.close());

    function openTopic() {
      const topic = bus.openTopic();
      const keep = <Closable extends { close: () => Promise<void> }>(one: Closable): Closable => {
        opened.push(one);
        return one;
      };
      return {
        ...topic,
        publisher: keep(topic.createPublisher()),
        listen: (groupId: string, recorder = createRecorder(), onBatch = recorder.onBatch) => {
          const consumer = keep(topic.createConsumer(groupId));
          const running = consumer.run(onBatch);
          return { ...recorder, consumer, running };
        },
      };
    }

    test("delivers every event at least once and each tenant's in order", async () => {
      const { publisher, listen } = openTopic();
      const heard = listen("all");
      for (const from of [1, 21, 41]) {
        const batch = tenants.flatMap((tenantId) => series(tenantId, from, from + 19));
        await publisher.publish(batch);
      }
      await vi.waitFor(() => {
        for (const each of tenants) expect(heard.newSeqsOf(each)).toEqual(oneTo(60));
      }, SECONDS);
    });

    test("carries an event unchanged, to the byte", async () => {
      const { publisher, listen } = openTopic();
      const sent = [
        stored(ada, 1, { data: '{"a":1,  "b" : "é\\u0301 ₵ 😀", "big":9007199254740991}' }),
        stored(ada, 2, { effects: null, meta: '{"source":"system"}' }),
        stored(kofi, 1, { data: `{"long":"${"x".repeat(2_000_000)}"}` }),
      ];
      await publisher.publish(sent);
      const heard = listen("bytes");
      await vi.waitFor(() => expect(new Set(heard.events).size).toBeGreaterThanOrEqual(3), SECONDS);
      for (const event of sent) expect(heard.events).toContainEqual(event);
    });

    test("gives a new group what was published before it existed", async () => {
      const { publisher, listen } = openTopic();
      await publisher.publish(series(ada, 1, 30));
      const heard = listen("late");
      await vi.waitFor(() => expect(heard.newSeqsOf(ada)).toEqual(oneTo(30)), SECONDS);
    });

    test("delivers a batch again when its handler failed", async () => {
      const { publisher, listen } = openTopic();
      let refusals = 2;
      const recorder = createRecorder();
      listen("refusing", recorder, async (events, unreadable) => {
        if (refusals-- > 0) throw new Error("the projector is not ready");
        await recorder.onBatch(events, unreadable);
      });
      await publisher.publish([...series(ada, 1, 3), ...series(kofi, 1, 3)]);
      await vi.waitFor(() => {
        expect(recorder.newSeqsOf(ada)).toEqual([1, 2, 3]);
        expect(recorder.newSeqsOf(kofi)).toEqual([1, 2, 3]);
      }, SECONDS);
    });

    test("continues after the position of a consumer that was closed", async () => {
      const { publisher, listen } = openTopic();
      const first = listen("relieved");
      await publisher.publish(series(ada, 1, 5));
      await vi.waitFor(() => expect(first.newSeqsOf(ada)).toEqual(oneTo(5)), SECONDS);
      await first.consumer.close();
      await publisher.publish(series(ada, 6, 10));

      const second = listen("relieved");
      await vi.waitFor(() => expect(second.seqsOf(ada).at(-1)).toBe(10), SECONDS);
      const both = new Set([...first.seqsOf(ada), ...second.seqsOf(ada)]);
      expect([...both].toSorted((a, b) => a - b)).toEqual(oneTo(10));
    });

    test("shares the tenants between two consumers of a group", async () => {
      const { publisher, listen } = openTopic();
      const [one, two] = [listen("shared"), listen("shared")];
      let seq = 0;
      await vi.waitFor(async () => {
        seq += 1;
        await publisher.publish(tenants.map((tenantId) => stored(tenantId, seq)));
        expect(one.events.length).toBeGreaterThan(0);
        expect(two.events.length).toBeGreaterThan(0);
      }, SECONDS);
      await vi.waitFor(() => {
        for (const each of tenants) {
          const seen = new Set([...one.seqsOf(each), ...two.seqsOf(each)]);
          expect(seen.size).toBe(seq);
        }
      }, SECONDS);

      await publisher.publish(tenants.map((tenantId) => stored(tenantId, seq + 1)));
      await vi.waitFor(() => {
        const last = [...one.events, ...two.events].filter((event) => event.seq === seq + 1);
        expect(last.map(({ tenantId }) => tenantId).toSorted()).toEqual(tenants.toSorted());
      }, SECONDS);
    });

    test("reports messages that it cannot read and goes on", async () => {
      const { publisher, put, listen } = openTopic();
      const forged = toMessage(stored(ada, 1));
      await publisher.publish([stored(ada, 1)]);
      await put({ ...forged, value: "not json" });
      await put({ ...forged, headers: { ...forged.headers, ce_tenantid: kofi } });
      await put({ ...forged, headers: {} });
      await publisher.publish([stored(ada, 2)]);

      const heard = listen("careful");
      await vi.waitFor(() => expect(heard.newSeqsOf(ada)).toEqual([1, 2]), SECONDS);
      const reasons = heard.unreadable.map(({ reason }) => reason).join("\n");
      expect(reasons).toContain("value: is not JSON");
      expect(reasons).toContain(`the key names tenant ${ada}, ce_tenantid ${kofi}`);
      expect(reasons).toContain("headers.ce_id");
      expect(heard.seqsOf(kofi)).toEqual([]);
    });

    test("closes cleanly: nothing is delivered after close", async () => {
      const { publisher, listen } = openTopic();
      const heard = listen("leaving");
      await publisher.publish([stored(ada, 1)]);
      await vi.waitFor(() => expect(heard.seqsOf(ada)).toContain(1), SECONDS);
      expect(heard.consumer.isHealthy()).toBe(true);
      await heard.consumer.close();
      await heard.running;
      expect(heard.consumer.isHealthy()).toBe(false);

      const count = heard.events.length;
      await publisher.publish([stored(ada, 2)]);
      await publisher.close();
      await expect(publisher.publish([stored(ada, 3)])).rejects.toThrow();
      const other = listen("witness");
      await vi.waitFor(() => expect(other.newSeqsOf(ada)).toEqual([1, 2]), SECONDS);
      expect(heard.events.length).toBe(count);
    });

    test("rejects while it is down and loses nothing that is published again", async () => {
      const { publisher, listen } = openTopic();
      const heard = listen("patient");
      await publisher.publish([...series(ada, 1, 5), ...series(kofi, 1, 5)]);
      await vi.waitFor(() => expect(heard.newSeqsOf(ada)).toEqual(oneTo(5)), SECONDS);

      await bus.breakDown();
      const second = [...series(ada, 6, 10), ...series(kofi, 6, 10)];
      const askedAt = performance.now();
      await expect(publisher.publish(second)).rejects.toThrow();
      expect(performance.now() - askedAt).toBeLessThan(6_000);
      await vi.waitFor(() => expect(heard.consumer.isHealthy()).toBe(false), SECONDS);

      await bus.comeBack();
      await vi.waitFor(() => publisher.publish(second), SECONDS);
      await vi.waitFor(() => {
        expect(heard.newSeqsOf(ada)).toEqual(oneTo(10));
        expect(heard.newSeqsOf(kofi)).toEqual(oneTo(10));
        expect(heard.consumer.isHealthy()).toBe(true);
      }, SECONDS);
    });
  });
}
