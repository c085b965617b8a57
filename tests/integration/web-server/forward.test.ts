import type { RequestListener } from "node:http";

import { afterEach, describe, expect, test } from "vitest";

import { envelope } from "#tests/kit/fakes/things-app.ts";
import { send } from "#tests/kit/http/raw-http.ts";
import { webServers } from "#tests/kit/http/web-servers.ts";

const { upstream, webServer, stopAll } = webServers();
afterEach(stopAll);

const ok: RequestListener = (_request, response) => {
  response.setHeader("content-type", "application/json").end('{"success":true}');
};

const json = { "content-type": "application/json" };

describe("forwarding", () => {
  test("sends reads and writes to their services, with path, query and body unchanged", async () => {
    const [command, query] = [await upstream(ok), await upstream(ok)];
    const { port } = await webServer([command], [query]);
    await send({ port, path: "/api/products.php?q=%C3%A9&x=a%2Fb" });
    const body = '{"name" : "Milo \\u00e9",  "price":1.50}';
    await send({ port, path: "/api/v1/a%20b", method: "POST", headers: json }, body);
    expect(query.seen).toMatchObject([
      { method: "GET", url: "/api/products.php?q=%C3%A9&x=a%2Fb" },
    ]);
    expect(command.seen).toMatchObject([{ method: "POST", url: "/api/v1/a%20b", body }]);
    expect(command.seen[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    });
  });

  test.each([
    ["no body", {}, undefined],
    ["an empty JSON body", { ...json, "content-length": "0" }, undefined],
    ["another type", { "content-type": "text/csv" }, "a,b"],
  ])("forwards %s unchanged", async (_name, headers, body) => {
    const command = await upstream(ok);
    const { port } = await webServer([command]);
    await send({ port, path: "/api/x", method: "DELETE", headers }, body);
    expect(command.seen[0]?.body).toBe(body ?? "");
  });

  test("states who the client is, and drops the client's own statements", async () => {
    const query = await upstream(ok);
    const { port } = await webServer([query]);
    await send({
      port,
      path: "/api/x",
      headers: {
        "x-forwarded-for": "203.0.113.7",
        "x-forwarded-proto": "https",
        "x-real-ip": "203.0.113.7",
        "x-request-id": "forged-by-the-client",
        forwarded: "for=203.0.113.7",
        "keep-alive": "timeout=1000",
        te: "trailers",
        "proxy-authorization": "Basic x",
        connection: "keep-alive, x-secret",
        "x-secret": "listed in connection",
        authorization: "Bearer t",
        upgrade: "websocket",
      },
    });
    const headers = query.seen[0]?.headers;
    expect(headers).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "http",
      authorization: "Bearer t",
    });
    expect(headers?.["x-request-id"]).not.toBe("forged-by-the-client");
    for (const name of [
      "forwarded",
      "x-real-ip",
      "te",
      "upgrade",
      "proxy-authorization",
      "x-secret",
    ]) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  test("returns the response with its headers and the web server's own", async () => {
    const query = await upstream((_request, response) => {
      response.writeHead(403, {
        etag: '"a"',
        vary: "Authorization",
        "cache-control": "private, no-cache",
        "keep-alive": "timeout=1",
        "content-type": "application/json",
      });
      response.end("{}");
    });
    const { port } = await webServer([query]);
    const answer = await send({ port, path: "/api/x" });
    expect(answer).toMatchObject({ status: 403, body: "{}" });
    expect(answer.headers).toMatchObject({
      etag: '"a"',
      vary: "Authorization",
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=31536000",
    });
    expect(answer.headers["keep-alive"]).not.toBe("timeout=1");
  });

  test.each([
    [304, "GET"],
    [204, "DELETE"],
    [200, "HEAD"],
  ])("returns a %i without a body", async (status, method) => {
    const service = await upstream((_request, response) =>
      response.writeHead(status, { etag: '"a"' }).end(),
    );
    const { port } = await webServer([service]);
    const answer = await send({ port, path: "/api/x", method });
    expect(answer).toMatchObject({ status, body: "", headers: { etag: '"a"' } });
  });

  test("answers a GET with a body, and ignores the body", async () => {
    const query = await upstream(ok);
    const { port } = await webServer([query]);
    const answer = await send(
      { port, path: "/api/x", headers: { ...json, "content-length": 2 } },
      "{}",
    );
    expect(answer.status).toBe(200);
    expect(query.seen[0]?.body).toBe("");
  });

  test("refuses a body over 64 KiB", async () => {
    const command = await upstream(ok);
    const { port } = await webServer([command]);
    const answer = await send(
      { port, path: "/api/x", method: "POST", headers: json },
      "a".repeat(65_537),
    );
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toEqual(envelope("too-large"));
    expect(command.seen).toEqual([]);
  });

  test("forwards files to import of up to 5 MiB", async () => {
    const command = await upstream(ok);
    const { port } = await webServer([command]);
    const post = (length: number) =>
      send(
        { port, path: "/api/x", method: "POST", headers: { "content-type": "text/csv" } },
        "a".repeat(length),
      );
    expect((await post(5 * 1024 * 1024)).status).toBe(200);
    expect((await post(5 * 1024 * 1024 + 1)).status).toBe(413);
    expect(command.seen.map(({ body }) => body.length)).toEqual([5 * 1024 * 1024]);
  });

  test("refuses a path that two routers would read differently", async () => {
    const service = await upstream(ok);
    const { port } = await webServer([service]);
    for (const path of [
      "//api/x",
      "/api/../auth/login.php",
      "/api/%2e%2e/auth/login.php",
      "/api%2fx",
    ]) {
      const answer = await send({ port, path, method: "POST", headers: json }, "{}");
      expect(answer.status).toBe(400);
    }
    expect(service.seen).toEqual([]);
  });
});
