import { once } from "node:events";

import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import type { TenantId } from "#kernel/contract/ids.ts";
import { followProjector } from "#query-api/projector-notices.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

import { openQueryApi, type QueryApi } from "./query-api.ts";
import { FOREIGN, ID, NOW_MS, OWN } from "./two-tenants.ts";

const LISTENER = "query-api listen";

let api: QueryApi;

beforeAll(async () => {
  api = await openQueryApi();
  await expectListening();
});
afterAll(() => api.close());
afterEach(() => void vi.restoreAllMocks());

beforeEach(async () => {
  await api.admin.query(`
    delete from rm.projection_parked;
    delete from rm.rebuilds;
    update rm.checkpoints c set seq = h.seq from es.tenant_heads h where h.tenant_id = c.tenant_id`);
});

/** Appends an event that the read models do not have yet. */
const happen = (tenantId: TenantId = OWN) =>
  api.admin.query("update es.tenant_heads set seq = seq + 1 where tenant_id = $1", [tenantId]);

/** What the projector does in one transaction. */
const project = (projections: readonly string[], isAnnounced: boolean) =>
  api.admin.query(
    `with moved as (
       update rm.checkpoints c set seq = h.seq from es.tenant_heads h
        where h.tenant_id = c.tenant_id and c.tenant_id = '${OWN}' and c.projection in (${projections.map((name) => `'${name}'`).join()})
        returning c.seq),
     sold as (update rm.rm_products set stock = stock - 1 where tenant_id = '${OWN}' and product_id = '${ID.rice}')
     select ${isAnnounced ? "pg_notify('rm_done', '" + FOREIGN + ":1,' || tenant || ':' || seq)" : "seq"}
       from (select '${OWN}' as tenant, max(seq) as seq from moved) m`,
  );

/** Excludes the query of the session. */
const isQuestion = ([asked]: readonly unknown[]) => JSON.stringify(asked).includes("rm.freshness");

type Product = { id: string; stock: number };

async function timed(url: string, headers: Record<string, string> = {}) {
  const startMs = performance.now();
  const response = await api.get(url, "owner", headers);
  const ms = performance.now() - startMs;
  const { data } = response.json<{ data: Product[] }>();
  return {
    response,
    stale: response.headers["x-stale"],
    stock: data.find(({ id }) => id === ID.rice)?.stock,
    ms,
  };
}

const stockBefore = async () => (await timed("/api/products.php")).stock ?? NaN;

describe("a list that lags", () => {
  it("waits for the projector and includes the new event", async () => {
    const before = await stockBefore();
    await happen();
    const asked = timed("/api/products.php");
    await project(["products"], true);

    const { stale, stock, response } = await asked;
    expect([stale, stock]).toEqual([undefined, before - 1]);
    expect(response.headers.etag).toBeDefined();
  });

  it("polls if the notice is lost", async () => {
    const before = await stockBefore();
    await happen();
    const asked = timed("/api/products.php");
    await project(["products"], false);

    expect(await asked).toMatchObject({ stale: undefined, stock: before - 1 });
  });

  it("asks the projector to catch up when it takes too long", async () => {
    const before = await stockBefore();
    const projector = new pg.Client({ connectionString: api.adminUrl });
    await projector.connect();
    try {
      await projector.query("listen rm_catch_up");
      const called = once(projector, "notification");
      await happen();
      const asked = timed("/api/products.php");
      const [call]: [pg.Notification] = await called.then(([message]) => [message]);
      await project(["products"], true);

      expect(call.payload).toBe(OWN);
      const { stale, stock, ms } = await asked;
      expect([stale, stock]).toEqual([undefined, before - 1]);
      expect(ms).toBeGreaterThan(290);
    } finally {
      await projector.end();
    }
  });

  it("returns what there is after 1.8 s, marked as stale and not cacheable", async () => {
    await happen();

    const { response, stale, ms } = await timed("/api/products.php");

    expect([response.statusCode, stale]).toEqual([200, "1"]);
    expect(response.headers.etag).toBeUndefined();
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(ms).toBeGreaterThan(1790);
  });

  it("is never a 304 while it lags", async () => {
    const { response } = await timed("/api/products.php");
    await happen();
    const asked = timed("/api/products.php", { "if-none-match": response.headers.etag ?? "" });
    await project(["products"], true);

    expect((await asked).response.statusCode).toBe(200);
  });

  it("does not wait for the read models of another route, nor for another tenant", async () => {
    await happen(FOREIGN);
    await happen(OWN);
    await project(["customers"], false);

    const query = vi.spyOn(api.pool, "query");
    expect((await timed("/api/customers.php")).stale).toBeUndefined();
    expect(query.mock.calls.filter(isQuestion)).toHaveLength(1);
  });
});

describe.each([
  [
    "parked",
    `insert into rm.projection_parked values ('${OWN}', 'products', 1, 'ProductAdded', '-', ${NOW_MS})`,
  ],
  ["being rebuilt", `insert into rm.rebuilds values ('products', ${NOW_MS})`],
])("a list whose read model is %s", (_state, sql) => {
  it("is returned at once, marked as stale", async () => {
    await happen();
    await api.admin.query(sql);

    const query = vi.spyOn(api.pool, "query");
    const { response, stale } = await timed("/api/products.php");

    expect([response.statusCode, stale, response.headers.etag]).toEqual([200, "parked", undefined]);
    expect(query.mock.calls.filter(isQuestion)).toHaveLength(1);
  });
});

async function listeningPid(name = LISTENER): Promise<number> {
  const { rows } = await api.admin.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and application_name like '% ' || $1 and query = 'listen rm_done'`,
    [name],
  );
  return rows[0]?.pid ?? 0;
}

const expectListening = (name = LISTENER, otherThan = 0): Promise<void> =>
  vi.waitFor(async () => expect([0, otherThan]).not.toContain(await listeningPid(name)), {
    timeout: 10_000,
    interval: 20,
  });

it("is woken by the projector's notice long before it would poll", async () => {
  const projector = followProjector({
    pool: api.pool,
    connection: { ...api.connection, applicationName: "query-api notices" },
    log: silent,
  });
  try {
    await expectListening("query-api notices");
    const waiting = projector.freshness.wait(OWN, 7, 30_000);
    await api.admin.query("select pg_notify('rm_done', $1)", [`${FOREIGN}:9,${OWN}:7`]);
    expect(await waiting).toBe(true);
  } finally {
    await projector.close();
  }
});

it("works without its listening connection and opens another", async () => {
  const lost = await listeningPid();
  await api.admin.query("select pg_terminate_backend($1)", [lost]);

  const before = await stockBefore();
  await happen();
  const asked = timed("/api/products.php");
  await project(["products"], true);
  expect(await asked).toMatchObject({ stale: undefined, stock: before - 1 });

  await expectListening(LISTENER, lost);
  expect(
    api.lines.filter((line) => line.includes("lost the connection for notifications")),
  ).toHaveLength(1);
});
