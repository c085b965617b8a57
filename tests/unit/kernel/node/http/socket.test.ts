import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { envelope, thingsApp } from "#tests/kit/fakes/things-app.ts";
import { listen, talk } from "#tests/kit/http/raw-http.ts";

let { app } = thingsApp();

beforeEach(() => {
  ({ app } = thingsApp());
});
afterEach(() => app.close());

describe("on a socket", () => {
  test.each([
    ["a request that is not HTTP", "NONSENSE\r\n\r\n", 400],
    ["huge headers", `GET / HTTP/1.1\r\nhost: a\r\nx: ${"a".repeat(17_000)}\r\n\r\n`, 431],
    ["a wrong length", "POST /anything HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n", 400],
    [
      "two lengths",
      "POST /anything HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
      400,
    ],
  ])("%s is answered in the common form, and the connection ends", async (_name, text, status) => {
    const heard = await talk(await listen(app), text);
    expect(heard).toContain(`HTTP/1.1 ${status} `);
    const code = status === 431 ? "headers-too-large" : "invalid-request";
    expect(JSON.parse(heard.slice(heard.indexOf("{")))).toEqual(envelope(code));
  });

  test("a chunked body without a length stops at the limit", async () => {
    const chunk = `2000\r\n${"a".repeat(0x2000)}\r\n`;
    const heard = await talk(
      await listen(app),
      `POST /anything HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(12)}0\r\n\r\n`,
    );
    expect(heard).toContain("HTTP/1.1 413 ");
  });

  test("bodies that are too large, one after the other, are held up", async () => {
    const port = await listen(app);
    const huge = `POST /anything HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`;
    let refused = 0;
    for (const untilMs = performance.now() + 500; performance.now() < untilMs; refused += 1) {
      expect(await talk(port, huge)).toContain("HTTP/1.1 413 ");
    }
    expect(refused).toBeLessThanOrEqual(3);
  });

  test("API-16: a large body of a refused request is not read to its end; the connection ends with the answer", async () => {
    const sockets: Socket[] = [];
    app.server.on("connection", (socket: Socket) => sockets.push(socket));
    app.addHook("onRequest", async (_request, reply) => reply.code(401).send());
    const port = await listen(app);
    const chunk = `100000\r\n${"a".repeat(0x100000)}\r\n`;
    const heard = talk(
      port,
      `POST /anything HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(10)}0\r\n\r\n`,
    );
    const ended = await Promise.race([heard, delay(1_000, "still open")]);
    expect(sockets[0]?.bytesRead).toBeLessThan(0x300000);
    expect(ended).toContain("HTTP/1.1 401 ");
  });

  test("API-16: a request without a body is answered at once and keeps its connection", async () => {
    app.addHook("onRequest", async (_request, reply) => reply.code(401).send());
    const times: number[] = [];
    for (let asked = 0; asked < 3; asked += 1) {
      const startedMs = performance.now();
      const answer = await app.inject({ method: "GET", url: "/anything" });
      times.push(performance.now() - startedMs);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers.connection).not.toBe("close");
    }
    // A body that does not come is waited for longer than this.
    expect(Math.min(...times)).toBeLessThan(150);
  });

  test("the server has the documented limits", async () => {
    await app.ready();
    expect(app.server).toMatchObject({
      requestTimeout: 10_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 72_000,
      maxRequestsPerSocket: 1_000,
    });
    expect(app.initialConfig).toMatchObject({ bodyLimit: 65_536 });
  });
});
