import { setImmediate as immediate } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { clearDevice } from "#tests/web/kit/device.ts";
import {
  answers,
  breaks,
  createFakeServer,
  refuses,
  type Answer,
  type FakeServer,
} from "#tests/web/kit/fake-server.ts";
import { recorded, RECORD } from "#tests/web/kit/new-sale.ts";
import { signedInAs } from "#tests/web/kit/shop.ts";
import { serverClock } from "#web/api/http-client.ts";
import { device } from "#web/device/device.ts";
import { notices } from "#web/state/notices.ts";
import { session } from "#web/state/session.ts";
import { saleOutbox } from "#web/sync/sale-outbox.ts";

const OWNER = "tenant-adom/user-owner";
const DAY_MS = 86_400_000;
const NOW = "2026-11-21T11:42:00.000Z";

let server: FakeServer;
beforeEach(() => {
  // The device's database takes its turns by itself.
  vi.useFakeTimers({
    now: Date.parse(NOW),
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
  server = createFakeServer();
  vi.stubGlobal("fetch", server.fetch);
  session.start(signedInAs("owner"));
});
afterEach(async () => {
  session.end();
  serverClock.hear(new Date().toUTCString());
  localStorage.clear();
  sessionStorage.clear();
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await clearDevice();
});

const sale = (product = "p-milk") => ({
  body: { items: [{ product_id: product, quantity: 1, unit_price: 68 }] },
  itemCount: 1,
  totalMinor: 6_800,
  draft: {},
});
const waiting = (key: string, madeMs = Date.now()) => ({ ...sale(key), key, madeMs });
const kept = (...sales: readonly ReturnType<typeof waiting>[]) =>
  device.now()?.change({ saveSales: sales.map((each) => ({ ...each, owner: OWNER })) });
const sent = () => server.calls(RECORD).map(({ headers }) => headers.get("idempotency-key"));

/** A minute, in which the device's database has its turns. */
async function later() {
  for (let seconds = 0; seconds < 60; seconds += 2) {
    await vi.advanceTimersByTimeAsync(2_000);
    for (let turn = 0; turn < 10; turn += 1) await immediate();
  }
}

describe("SELL-25: a sale whose answer was lost", () => {
  test("SELL-37: is sent with its time only when sent again", async () => {
    server.on(RECORD, breaks, recorded);
    await saleOutbox.record(sale());
    await later();
    expect(server.calls(RECORD).map(({ body }) => body)).toEqual([
      sale().body,
      { ...sale().body, occurred_at: NOW },
    ]);
    expect(new Set(sent()).size).toBe(1);
  });

  test("SALE-35: keeps the time for which it was entered", async () => {
    server.on(RECORD, breaks, recorded);
    const occurred_at = "2026-01-05T14:05:00.000Z";
    const entered = { ...sale(), body: { ...sale().body, occurred_at } };
    await saleOutbox.record(entered);
    await later();
    expect(server.calls(RECORD).map(({ body }) => body)).toEqual([entered.body, entered.body]);
  });

  test("SELL-37: has the time of the server's clock, even if the device's clock is wrong", async () => {
    const dated: Answer = async (call) => {
      const { body } = await recorded(call);
      return new Response(body, { headers: { date: "Fri, 20 Nov 2026 09:00:00 GMT" } });
    };
    server.on(RECORD, dated, breaks, recorded);
    await saleOutbox.record(sale());
    await saleOutbox.record(sale());
    await later();
    expect(server.calls(RECORD).at(-1)?.body).toMatchObject({
      occurred_at: "2026-11-20T09:00:00.000Z",
    });
  });

  test("is sent again even if it arrived while others were being sent", async () => {
    const slow = Promise.withResolvers<void>();
    server.on(
      RECORD,
      async (call) => {
        await slow.promise;
        return recorded(call);
      },
      breaks,
      recorded,
    );
    await kept(waiting("k-1"));
    const flushed = saleOutbox.flush();
    await saleOutbox.record(sale());
    await later();
    slow.resolve();
    await flushed;
    await later();
    expect(saleOutbox.get().waiting).toEqual([]);
    expect(sent()).toHaveLength(3);
  });

  test("SELL-37: is never sent in the name of another user who signed in since", async () => {
    server.on(RECORD, (call) => {
      session.end();
      session.start(signedInAs("manager"));
      return recorded(call);
    });
    await kept(waiting("k-1"), waiting("k-2"));
    await saleOutbox.flush();
    await later();
    expect(sent()).toEqual(["k-1"]);
    expect(notices.get()).toEqual([]);
    session.start(signedInAs("owner"));
    await later();
    expect(sent()).toEqual(["k-1", "k-2"]);
  });

  test.each(["price-override-refused", "gift-refused"])(
    "that is refused for %s waits for a person, and blocks no other",
    async (code) => {
      server.on(RECORD, refuses(403, "You may not change the price of Milo.", code), recorded);
      await kept(waiting("k-1"), waiting("k-2"));
      await saleOutbox.flush();
      expect(saleOutbox.get().refused).toMatchObject([
        { key: "k-1", refused: "You may not change the price of Milo." },
      ]);
      expect(sent()).toEqual(["k-1", "k-2"]);
    },
  );

  test.each([
    ["the person may not sell", refuses(403, "You are not allowed to do this.", "not-allowed")],
    ["the server is asked too often", answers({ success: false, error: "Slow down" }, 429)],
  ])("keeps waiting while %s", async (_, answer) => {
    server.on(RECORD, answer, recorded);
    await kept(waiting("k-1"));
    await saleOutbox.flush();
    expect(saleOutbox.get()).toMatchObject({ waiting: [{ key: "k-1" }], refused: [] });
    await later();
    expect(saleOutbox.get().waiting).toEqual([]);
  });

  test("is not sent once the server has forgotten its key", async () => {
    server.on(RECORD, recorded);
    await kept(
      waiting("k-old", Date.now() - 6.5 * DAY_MS),
      waiting("k-new", Date.now() - 5 * DAY_MS),
    );
    await saleOutbox.flush();
    expect(sent()).toEqual(["k-new"]);
    expect(saleOutbox.get().refused).toMatchObject([{ key: "k-old" }]);
  });

  test("is announced when it was recorded, not on each attempt", async () => {
    const arrive = vi.fn<() => void>();
    const stop = saleOutbox.onArrival(arrive);
    server.on(RECORD, breaks, breaks, recorded);
    await kept(waiting("k-1"));
    await saleOutbox.flush();
    await saleOutbox.flush();
    expect(arrive).not.toHaveBeenCalled();
    await saleOutbox.flush();
    expect(arrive).toHaveBeenCalledOnce();
    stop();
  });

  test("keeps its receipt only as long as its screen may ask for it", async () => {
    server.on(RECORD, recorded);
    const keys = Array.from({ length: 30 }, (_, at) => `k-${at}`);
    await kept(...keys.map((key, at) => waiting(key, Date.now() + at)));
    await saleOutbox.flush();
    expect(sent()).toEqual(keys);
    expect(saleOutbox.recordedAs("k-29")?.receipt_number).toBe("1-1-2");
    expect(saleOutbox.recordedAs("k-0")).toBeUndefined();
  });
});
