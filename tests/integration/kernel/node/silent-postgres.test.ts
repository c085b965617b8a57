import { afterAll, beforeAll, expect, test } from "vitest";

import { createPool, inTransaction, type Pool } from "#kernel/node/postgres/connections.ts";
import { connectionAs } from "#tests/kit/database/test-roles.ts";
import { openTcpProxy, type TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

const STATEMENT_MS = 200;
/** The client waits half a second longer than the server may take. */
const CLIENT_MS = STATEMENT_MS + 500;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: TcpProxy;
let pool: Pool;

beforeAll(async () => {
  database = await freshDatabase();
  const url = new URL(database.adminUrl);
  proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${proxy.port}`;
  pool = createPool({
    ...connectionAs("query_ro", url.href),
    settings: { statement_timeout: String(STATEMENT_MS) },
    max: 2,
  });
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await database.drop();
});

/** How long it takes until the work fails, in ms. */
async function failsAfter(work: () => Promise<unknown>, message: string): Promise<number> {
  const startedAt = performance.now();
  await expect(work()).rejects.toThrow(message);
  return performance.now() - startedAt;
}

test("a slow query is ended by the server, and its connection stays usable", async () => {
  const ms = await failsAfter(() => pool.query("select pg_sleep(2)"), "statement timeout");
  expect(ms).toBeLessThan(CLIENT_MS);
});

test("a query to a silent server fails half a second later, and its connection is discarded", async () => {
  await pool.query("select 1");
  proxy.hold();
  const ms = await failsAfter(() => pool.query("select 1"), "Query read timeout");
  expect(ms).toBeGreaterThan(CLIENT_MS - 50);
  expect(ms).toBeLessThan(CLIENT_MS + 500);
  expect(pool.totalCount).toBe(0);
  proxy.letGo();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a transaction does not wait for its rollback too", async () => {
  await pool.query("select 1");
  const ms = await failsAfter(
    () =>
      inTransaction(pool, (client) => {
        proxy.hold();
        return client.query("select 1");
      }),
    "Query read timeout",
  );
  expect(ms).toBeLessThan(CLIENT_MS + 500);
  expect(pool.totalCount).toBe(0);
  proxy.letGo();
});

test("the loss of connections in use fails their queries and nothing else", async () => {
  const uncaught: unknown[] = [];
  const keep = (error: unknown): void => void uncaught.push(error);
  process.on("uncaughtException", keep);
  const client = await pool.connect();
  proxy.cut();
  await expect(client.query("select 1")).rejects.toThrow(/terminated|ECONNRESET|not queryable/);
  client.release();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  process.off("uncaughtException", keep);
  expect(uncaught).toEqual([]);
});
