import { createServer, type RequestListener } from "node:http";
import { createServer as createSocketServer, type Server } from "node:net";

import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { parseAnswer } from "#tests/bench/kit/http-answer.ts";
import { openConnection } from "#tests/bench/kit/http-connection.ts";

const Address = z.object({ port: z.int() });
const CHUNKED =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n";
const WHOLE = "HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\nabcd";

describe("an answer", () => {
  test.each([
    [WHOLE, 201, "abcd"],
    [CHUNKED, 200, "abcdefg"],
    ["HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n", 204, ""],
  ])("is read whole: %j", (text, status, body) => {
    const answer = parseAnswer(Buffer.from(text));
    expect([answer?.status, answer?.body.toString()]).toEqual([status, body]);
  });

  test.each([WHOLE, CHUNKED])("is waited for until its last byte: %j", (text) => {
    for (let length = 0; length < text.length; length += 1) {
      expect(parseAnswer(Buffer.from(text.slice(0, length)))).toBeNull();
    }
  });

  test("whose end nobody can know is refused", () => {
    expect(() => parseAnswer(Buffer.from("HTTP/1.1 200 OK\r\n\r\nabc"))).toThrow(
      "without a length",
    );
  });
});

describe("a connection", () => {
  const servers: { close: () => unknown }[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  const listen = async (server: Server) => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    return new URL(`http://127.0.0.1:${Address.parse(server.address()).port}`);
  };
  const serve = (listener: RequestListener) => listen(createServer(listener));

  test("carries one request after another, with its headers and its body", async () => {
    const url = await serve((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () =>
        response.end(`${request.method} ${String(request.headers["x-till"])} ${body}`),
      );
    });
    const connection = await openConnection(url);
    const headers = { "x-till": "3" };
    const first = await connection.request({ method: "GET", path: "/a", headers });
    const second = await connection.request({ method: "POST", path: "/b", headers, body: `"₵"` });
    connection.close();
    expect(first.body.toString()).toBe("GET 3 ");
    expect(second.body.toString()).toBe(`POST 3 "₵"`);
  });

  test("takes an answer of many packets", async () => {
    const text = "x".repeat(1_000_000);
    const connection = await openConnection(await serve((_, response) => void response.end(text)));
    const { body } = await connection.request({ method: "GET", path: "/" });
    connection.close();
    expect(body.length).toBe(text.length);
  });

  test("that the other side cuts fails its request, and every later one", async () => {
    const connection = await openConnection(await serve((request) => request.socket.destroy()));
    const request = { method: "GET", path: "/" };
    await expect(connection.request(request)).rejects.toThrow("closed");
    await expect(connection.request(request)).rejects.toThrow("closed");
  });

  test("to something that does not speak HTTP fails its request", async () => {
    const parrot = createSocketServer((socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    const connection = await openConnection(await listen(parrot));
    await expect(connection.request({ method: "GET", path: "/" })).rejects.toThrow("no HTTP");
  });

  test("to a closed port is refused", async () => {
    await expect(openConnection(new URL("http://127.0.0.1:1"))).rejects.toThrow("ECONNREFUSED");
  });
});
