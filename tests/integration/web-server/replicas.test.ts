import type { RequestListener } from "node:http";

import { afterEach, describe, expect, test, vi } from "vitest";

import { envelope } from "#tests/kit/fakes/things-app.ts";
import { send } from "#tests/kit/http/raw-http.ts";
import { webServers } from "#tests/kit/http/web-servers.ts";

const { upstream, webServer, stopAll } = webServers();
afterEach(stopAll);

const ok: RequestListener = (_request, response) => response.end("ok");
const hangUp: RequestListener = (request) => request.socket.destroy();
const closing: RequestListener = (_request, response) =>
  response.writeHead(503, { "x-not-begun": "1", "retry-after": "1", "x-left": "1" }).end("{}");

/** Two replicas of the query API behind the web server. */
async function pair(first: RequestListener, second: RequestListener) {
  const [one, two] = [await upstream(first), await upstream(second)];
  const { port } = await webServer([one, two]);
  const get = () => send({ port, path: "/api/x" });
  const post = (headers = {}) =>
    send(
      {
        port,
        path: "/api/x",
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
      },
      '{"a":1}',
    );
  return { one, two, get, post };
}

const repeat = async <Result>(times: number, act: () => Promise<Result>) => {
  const results: Result[] = [];
  for (let i = 0; i < times; i += 1) results.push(await act());
  return results;
};

describe("two replicas", () => {
  test("take turns", async () => {
    const { one, two, get, post } = await pair(ok, ok);
    await repeat(6, get);
    await repeat(6, post);
    expect([one.seen.length, two.seen.length]).toEqual([6, 6]);
  });

  test("one that is down goes unnoticed, and gets requests again when it is back", async () => {
    const { one, two, get, post } = await pair(ok, ok);
    await one.stop();
    const answers = [...(await repeat(6, post)), ...(await repeat(6, get))];
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(two.seen.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual(
      Array.from({ length: 6 }, () => '{"a":1}'),
    );

    const back = await upstream(ok, one.port);
    await vi.waitFor(async () => {
      await get();
      expect(back.seen.length).toBeGreaterThan(0);
    }, 5_000);
  });

  test("a replica that is closing leaves all methods to the other one", async () => {
    const { two, post } = await pair(closing, ok);
    const answers = await repeat(4, post);
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 4 }, () => [200, "ok"]),
    );
    expect(answers.every(({ headers }) => headers["x-left"] === undefined)).toBe(true);
    expect(two.seen).toHaveLength(4);
  });

  test("after a cut connection, reads and writes with a key are sent again", async () => {
    const { get, post } = await pair(hangUp, ok);
    const keyed = () => post({ "idempotency-key": "0199f0c0-0000-7000-8000-000000000001" });
    const answers = [...(await repeat(4, get)), ...(await repeat(4, keyed))];
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  });

  test("after a cut connection, a write without a key is not sent again", async () => {
    const { one, two, post } = await pair(hangUp, hangUp);
    const answers = await repeat(4, post);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(one.seen.length + two.seen.length).toBe(4);
  });

  test("with both down, every method gets 503 with Retry-After", async () => {
    const { one, two, get, post } = await pair(ok, ok);
    await Promise.all([one.stop(), two.stop()]);
    for (const answer of [await get(), await post()]) {
      expect(answer.status).toBe(503);
      expect(answer.headers["retry-after"]).toBe("1");
      expect(JSON.parse(answer.body)).toEqual(envelope("unavailable"));
    }
  });
});
