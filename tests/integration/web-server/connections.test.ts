import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

import { afterEach, expect, test } from "vitest";

import { createLogger } from "#kernel/node/logging/logger.ts";
import { thingsApp } from "#tests/kit/fakes/things-app.ts";
import { listen } from "#tests/kit/http/raw-http.ts";
import { builtWebApp } from "#tests/kit/http/web-root.ts";
import { createWebServer } from "#web/server/app.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(trustProxy: readonly string[] = []): Promise<number> {
  const { app: service } = thingsApp();
  await service.ready();
  const handler = service.routing.bind(service);
  const app = createWebServer({
    webRoot: builtWebApp(),
    forward: { kind: "direct", command: handler, query: handler, checks: {} },
    connections: { all: 5, perAddress: 3 },
    trustProxy,
    logger: createLogger({ service: "web", level: "silent" }),
  });
  const port = await listen(app);
  closing.push(
    () => app.close(),
    () => service.close(),
  );
  return port;
}

const CONNECTED_MS = 100;

/** An open connection that sends nothing yet. */
async function hold(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  await once(socket, "connect");
  await new Promise((resolve) => setTimeout(resolve, CONNECTED_MS));
  closing.unshift(async () => socket.destroy());
  return socket;
}

/** The whole answer to one request on a connection of its own. */
async function ask(port: number, localAddress: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.write("GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
  return text(socket);
}

test("connections over the limit of an address are answered 429, over that of all 503, and others go on", async () => {
  const port = await open();
  const [first] = [await hold(port, "127.0.0.2"), await hold(port, "127.0.0.2")];
  await hold(port, "127.0.0.2");
  const refused = await ask(port, "127.0.0.2");
  expect(refused).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1[\s\S]*"code":"too-many-requests"/);
  expect(await ask(port, "127.0.0.3")).toMatch(/^HTTP\/1\.1 200 /);

  await hold(port, "127.0.0.3");
  await hold(port, "127.0.0.4");
  expect(await ask(port, "127.0.0.5")).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"unavailable"/);

  first.destroy();
  await expect.poll(() => ask(port, "127.0.0.2")).toMatch(/^HTTP\/1\.1 200 /);
});

test("a reverse proxy brings many people, so only the limit of all holds for it", async () => {
  const port = await open(["127.0.0.9"]);
  for (let n = 0; n < 4; n += 1) await hold(port, "127.0.0.9");
  expect(await ask(port, "127.0.0.9")).toMatch(/^HTTP\/1\.1 200 /);
  await hold(port, "127.0.0.9");
  expect(await ask(port, "127.0.0.9")).toMatch(/^HTTP\/1\.1 503 /);
});
