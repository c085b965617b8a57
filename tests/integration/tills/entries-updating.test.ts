import { afterAll, beforeAll, expect, test } from "vitest";

import type { HttpApp } from "#kernel/node/http/server.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

import { lastSeqOf, openEntriesApi, openTill } from "./entries-api.ts";
import { openTenant } from "./tills.ts";

let apis: Apis;
let app: HttpApp;
let areAllNew = true;
beforeAll(async () => {
  apis = await openApis();
  const readers = { understand: () => Promise.resolve(areAllNew) };
  app = await openEntriesApi(apis, { over: (store) => ({ ...store, readers }) });
});
afterAll(async () => {
  await app.close();
  await apis.close();
});

test("TILL-121: while an older process runs, a till keeps its entries, and only says that it is there", async () => {
  const shop = await openTenant(apis);
  const till = await openTill(app, shop);
  const entry = till.entry("lost", { to: 1 }, { seq: 1 });
  areAllNew = false;
  const before = await written(apis);
  const refused = await till.send([entry]);
  expect([refused.status, refused.body]).toEqual([
    503,
    failure(
      "server-updating",
      "The server is being updated. The till keeps what it has until then.",
    ),
  ]);
  expect(await written(apis)).toEqual(before);
  expect((await till.send([])).status).toBe(200);

  areAllNew = true;
  expect((await till.send([entry])).status).toBe(200);
  expect(await lastSeqOf(apis, till)).toBe(1);
});
