import { setTimeout as delay } from "node:timers/promises";

import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { createPendingTenants, type PendingTenants } from "#kernel/node/pending-tenants.ts";
import { createProjector, type Projector } from "#projector/projector.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

import { AMA, DATA_KEY, openTwoTenants, type TwoTenants } from "./two-tenants.ts";

// How many events the projector takes in one step: each at once in an idle shop, many in a busy one.

let tenants: TwoTenants;
let projector: Projector;
let pending: PendingTenants;
let listener: pg.Client;
let sales = 1_000;
/** The last events that the projector announced, one for each of its steps. */
const announced: number[] = [];
/** The rests that it asked for, in ms. */
const rests: number[] = [];

beforeAll(async () => {
  tenants = await openTwoTenants();
  const inner = createPendingTenants();
  pending = {
    ...inner,
    rest: (ms) => {
      rests.push(ms);
      inner.rest(ms);
    },
  };
  start(pending);
  listener = new pg.Client({ connectionString: tenants.database.adminUrl });
  await listener.connect();
  listener.on("notification", ({ payload = "" }) => {
    announced.push(Number(payload.split(":")[1]));
  });
  await listener.query("listen rm_done");
});
afterAll(async () => {
  await projector.stop();
  await listener.end();
  await tenants.database.close();
});
beforeEach(() => announced.splice(0));

function start(shared?: PendingTenants): void {
  projector = createProjector({
    connection: tenants.database.connectionOf("projector"),
    poolSize: 4,
    dataKey: DATA_KEY,
    clock: Date.now,
    log: silent,
    pending: shared,
  });
  projector.start();
}

/** Sales in one append, and its hint; returns the last event's number. */
async function sell(count = 1): Promise<number> {
  const [tenant] = tenants.logs;
  for (let n = 0; n < count; n += 1) tenant?.sell(sales++, [{ product: 1, quantity: 1 }]);
  await tenant?.flush();
  pending.add([AMA]);
  const { rows } = await tenants.database.admin.query<{ seq: string }>(
    "select seq from es.tenant_heads where tenant_id = $1",
    [AMA],
  );
  return Number(rows[0]?.seq);
}

const untilShown = (seq: number) =>
  vi.waitFor(() => expect(announced.at(-1)).toBe(seq), { timeout: 5_000, interval: 2 });

test("an idle shop sees each sale in a step of its own, soon after it", async () => {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const soldAt = performance.now();
    await untilShown(await sell());
    times.push(performance.now() - soldAt);
    await delay(30);
  }
  expect(announced).toHaveLength(5);
  const [, , middle] = times.toSorted((a, b) => a - b);
  expect(middle).toBeLessThan(190);
});

test("the more events a step had, the longer the next ones gather", async () => {
  await untilShown(await sell(20));
  await vi.waitFor(() => expect(rests).toContain(100));
  await untilShown(await sell(60));
  await vi.waitFor(() => expect(rests).toContain(200));
});

test("a reader who waits for a busy shop does not wait for the next step", async () => {
  pending.rest(60_000);
  const seq = await sell();
  await delay(50);
  expect(announced).toEqual([]);
  pending.hurry([AMA]);
  await untilShown(seq);
});

test("a projector whose readers are in other processes never rests", async () => {
  await projector.stop();
  start();
  const hint = () => tenants.database.admin.query("select pg_notify('es_hint', $1)", [AMA]);
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const larger = await sell(60);
    await hint();
    await untilShown(larger);
    const soldAt = performance.now();
    const seq = await sell();
    await hint();
    await untilShown(seq);
    times.push(performance.now() - soldAt);
  }
  expect(Math.min(...times)).toBeLessThan(150);
});
