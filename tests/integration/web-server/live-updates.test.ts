import { get } from "node:http";

import { afterEach, describe, expect, test } from "vitest";

import { webServers } from "#tests/kit/http/web-servers.ts";

const { upstream, webServer, stopAll } = webServers();
afterEach(stopAll);

describe("live updates", () => {
  test("are forwarded as they come, and end at the service when the client leaves", async () => {
    const left = Promise.withResolvers<void>();
    const query = await upstream((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      response.on("close", left.resolve);
      response.write("data: 1\n\n");
    });
    const { port } = await webServer([query]);
    const { promise, resolve } = Promise.withResolvers<string>();
    const outgoing = get({ port, host: "127.0.0.1", path: "/api/v1/live" }, (response) => {
      response.setEncoding("utf8").once("data", resolve);
      response.on("error", () => undefined);
    });
    expect(await promise).toBe("data: 1\n\n");
    outgoing.destroy();
    await left.promise;
  });

  test("have their headers before their first event, and do not keep the web server from closing", async () => {
    const query = await upstream((_request, response) =>
      response
        .writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
        .flushHeaders(),
    );
    const { app, port } = await webServer([query]);
    const { promise, resolve } = Promise.withResolvers<string | string[] | undefined>();
    const cut = Promise.withResolvers<void>();
    get({ port, host: "127.0.0.1", path: "/api/v1/live" }, (response) => {
      resolve(response.headers["x-content-type-options"]);
      response.on("error", () => cut.resolve()).resume();
    });
    expect(await promise).toBe("nosniff");
    await app.close();
    await cut.promise;
  });
});
