import { afterAll, beforeAll, expect, test } from "vitest";

import { createLogger } from "#kernel/node/logging/logger.ts";
import { envelope, thingsApp } from "#tests/kit/fakes/things-app.ts";
import { listen, send } from "#tests/kit/http/raw-http.ts";
import { builtWebApp } from "#tests/kit/http/web-root.ts";
import { createWebServer } from "#web/server/app.ts";

const command = thingsApp();
const query = thingsApp();
command.app.post("/api/echo", (request) => ({ success: true, data: request.body }));
query.app.get("/api/who", (request) => ({ success: true, data: [request.ip, request.id] }));

let isQueryReady = true;
const app = createWebServer({
  webRoot: builtWebApp(),
  forward: {
    kind: "direct",
    command: (request, response) => command.app.routing(request, response),
    query: (request, response) => query.app.routing(request, response),
    checks: { query: async () => isQueryReady },
  },
  logger: createLogger({ service: "web", level: "silent" }),
});
let port = 0;
beforeAll(async () => {
  await Promise.all([command.app.ready(), query.app.ready()]);
  port = await listen(app);
});
afterAll(() => Promise.all([app, command.app, query.app].map((each) => each.close())));

const post = (path: string, body: string) =>
  send({ port, path, method: "POST", headers: { "content-type": "application/json" } }, body);

test("a service in the same process reads the body itself", async () => {
  const answer = await post("/api/echo", '{"name":"Milo"}');
  expect(JSON.parse(answer.body)).toEqual({ success: true, data: { name: "Milo" } });
  expect(answer.headers["strict-transport-security"]).toBeDefined();
});

test("and refuses it by its own rules", async () => {
  expect((await post("/api/echo", "{")).status).toBe(400);
  expect((await post("/api/echo", `"${"a".repeat(70_000)}"`)).status).toBe(413);
  const unknown = await post("/api/unknown", "{}");
  expect(unknown.status).toBe(404);
  expect(JSON.parse(unknown.body)).toEqual(envelope("not-found"));
});

test("only this server states where a request comes from", async () => {
  const headers = { "x-forwarded-for": "203.0.113.7", "x-request-id": "forged-by-the-client" };
  const answer = await send({ port, path: "/api/who", headers });
  expect(JSON.parse(answer.body)).toEqual({
    success: true,
    data: ["127.0.0.1", answer.headers["x-request-id"]],
  });
});

test("it is ready only while the services in its process are", async () => {
  const ready = async () => (await send({ port, path: "/health/ready" })).status;
  expect(await ready()).toBe(200);
  isQueryReady = false;
  await expect.poll(ready, { timeout: 3_000 }).toBe(503);
  expect((await send({ port, path: "/health/live" })).status).toBe(200);
  isQueryReady = true;
  await expect.poll(ready, { timeout: 3_000 }).toBe(200);
});
