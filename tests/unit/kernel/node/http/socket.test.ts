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
