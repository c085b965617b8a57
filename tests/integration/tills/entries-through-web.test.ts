import { randomBytes } from "node:crypto";

import { afterAll, expect, test } from "vitest";

import { MOST_ENTRY_BYTES } from "#kernel/contract/api/till/entries.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { openApis } from "#tests/integration/bad-input/apis.ts";
import { listen } from "#tests/kit/http/raw-http.ts";
import { webServers } from "#tests/kit/http/web-servers.ts";
import { createModelTill, statesOf } from "#tests/kit/till/model-till.ts";

import { openEntriesApi, openTill } from "./entries-api.ts";
import { openTenant } from "./tills.ts";

const apis = await openApis();
const app = await openEntriesApi(apis);
const { webServer, stopAll } = webServers();
afterAll(async () => {
  await stopAll();
  await app.close();
  await apis.close();
});

test("TILL-30: large bodies pass the web server unchanged, and no larger ones", async () => {
  const origin = `http://127.0.0.1:${await listen(app)}`;
  const { app: web } = await webServer([{ origin }]);
  const shop = await openTenant(apis);
  const own = await openTill(app, shop);
  const till = createModelTill(web, { ...own, person: UserId.parse(shop.ownerId) });
  // Random, so that it is large when it is packed, too.
  const large = till.entry("sale", { text: randomBytes(200_000).toString("hex") });
  expect(statesOf(await till.deliver([large]))).toEqual(["aside"]);
  const plain = await till.post(till.requestOf([large]), { plain: true });
  expect(plain).toMatchObject({ status: 200, body: { results: [{ state: "already" }] } });

  const tooLarge = { ...large, body: "x".repeat(MOST_ENTRY_BYTES) };
  expect((await till.post(till.requestOf([tooLarge]), { plain: true })).status).toBe(413);
  const elsewhere = await web.inject({
    method: "POST",
    url: "/api/v1/tills",
    headers: { "content-type": "application/json" },
    payload: `{"name":"${"x".repeat(70_000)}"}`,
  });
  expect(elsewhere.statusCode).toBe(413);
});
