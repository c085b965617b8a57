import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import fastify from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { limitHandlers } from "#kernel/node/http/deadline.ts";
import { envelope, thingsApp } from "#tests/kit/fakes/things-app.ts";
import { listen, send } from "#tests/kit/http/raw-http.ts";

const LIMIT_MS = 100;
const json = { "content-type": "application/json" };

let { app } = thingsApp();
let signals: string[] = [];

beforeEach(() => {
  ({ app } = thingsApp());
  signals = [];
  const never = () => new Promise<never>(() => undefined);
  const options = { handlerTimeout: LIMIT_MS };
  app.get("/never", options, never);
  app.post("/never", options, never);
  app.post("/late", options, async () => {
    await delay(2 * LIMIT_MS);
    signals.push("done");
    return { success: true };
  });
  app.post("/late-and-wrong", options, async () => {
    await delay(2 * LIMIT_MS);
    throw new Error("too late");
  });
  app.post("/in-time", options, async () => {
    await delay(LIMIT_MS / 2);
    return { success: true };
  });
  app.get("/endless", options, (_request, reply) => {
    reply.raw.writeHead(200, { "content-length": 10 }).write("begun");
  });
});
afterEach(() => app.close());

describe("a handler that takes too long", () => {
  test.each([
    ["GET", undefined],
    ["POST", undefined],
    ["POST", '{"name":"Milo"}'],
  ])("%s with the body %s is answered 503 at the limit", async (method, body) => {
    const port = await listen(app);
    const startedAt = performance.now();
    const answer = await send({ port, method, path: "/never", headers: body ? json : {} }, body);
    const ms = performance.now() - startedAt;
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "1"]);
    expect(JSON.parse(answer.body)).toEqual(envelope("timeout"));
    expect(ms).toBeGreaterThanOrEqual(LIMIT_MS - 5);
  });

  test.each(["/late", "/late-and-wrong"])("%s: what it does later is not sent", async (path) => {
    const port = await listen(app);
    const at = { port, method: "POST", path, headers: json };
    expect((await send(at, "{}")).status).toBe(503);
    await delay(2 * LIMIT_MS);
    expect(signals).toEqual(path === "/late" ? ["done"] : []);
    expect((await send({ port, path: "/things/1" })).status).toBe(200);
  });

  test("one that has begun to answer is cut off", async () => {
    const port = await listen(app);
    await expect(send({ port, path: "/endless" })).rejects.toThrow("aborted");
  });
});

describe("in time", () => {
  test("an answer before the limit is sent", async () => {
    const port = await listen(app);
    const answer = await send({ port, method: "POST", path: "/in-time", headers: json }, "{}");
    expect(answer.status).toBe(200);
  });

  test("the time in which a body arrives does not count", async () => {
    const plain = fastify();
    limitHandlers(plain, LIMIT_MS);
    plain.post("/quick", () => ({ success: true }));
    plain.post("/never", () => new Promise<never>(() => undefined));
    const port = await listen(plain);
    const startedAt = performance.now();
    const statuses = [await postSlowly(port, "/quick"), await postSlowly(port, "/never")];
    expect(statuses).toEqual([200, 503]);
    expect(performance.now() - startedAt).toBeGreaterThan(5 * LIMIT_MS - 10);
    await plain.close();
  });
});

/** Sends a body in two parts with a pause, and resolves with the status. */
async function postSlowly(port: number, path: string): Promise<number | undefined> {
  const sending = request({ host: "127.0.0.1", port, path, method: "POST", headers: json });
  const answered = once(sending, "response");
  sending.write("{");
  await delay(2 * LIMIT_MS);
  sending.end("}");
  const [response]: IncomingMessage[] = await answered;
  response?.resume();
  return response?.statusCode;
}
