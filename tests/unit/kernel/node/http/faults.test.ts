import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { reject } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { envelope, thingsApp } from "#tests/kit/fakes/things-app.ts";

let { app, created, lines } = thingsApp();

beforeEach(() => {
  ({ app, created, lines } = thingsApp());
});
afterEach(() => app.close());

const failure =
  (make: () => unknown): Routes =>
  async (scope) => {
    scope.get("/fault", () => {
      throw make();
    });
  };

describe("rejections of business rules", () => {
  test("are answered with their text and status", async () => {
    const short = await app.inject("/short");
    expect(short.statusCode).toBe(409);
    expect(short.json()).toEqual({ ...envelope("stock-short"), error: "No more Milo" });
  });

  test.each([
    ["product-not-found", 404],
    ["not-allowed", 403],
    ["version-mismatch", 412],
    ["key-reused", 422],
    ["too-many-requests", 429],
    ["anything-else", 409],
  ])("%s is %i", async (code, status) => {
    app.get("/refused", async (_request, reply) =>
      sendRejection(reply, reject(code), { [code]: "No" }),
    );
    const answer = await app.inject("/refused");
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["retry-after"]).toBe(status === 429 ? "1" : undefined);
  });
});

describe("faults", () => {
  const secretTable = Object.assign(
    new Error('relation "secret_table" does not exist /srv/app.ts'),
    {
      code: "42P01",
      severity: "ERROR",
    },
  );

  test.each([
    ["an error", () => secretTable],
    ["a thrown text", () => "secret_table"],
    ["nothing", () => undefined],
  ])("%s is 500, reveals nothing and is logged once", async (_name, make) => {
    app.register(failure(make));
    const answer = await app.inject("/fault");
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      ...envelope("internal-error"),
      error: "Something went wrong. Please try again.",
    });
    expect(answer.body).not.toMatch(/secret_table|srv/);
    expect(lines.filter((line) => line.includes("request failed"))).toHaveLength(1);
  });

  test.each([
    ["ECONNREFUSED", Object.assign(new Error("connect"), { code: "ECONNREFUSED" })],
    ["a lost connection", new Error("Connection terminated unexpectedly")],
    ["a full pool", new Error("timeout exceeded when trying to connect")],
    ["a shutdown", Object.assign(new Error("x"), { code: "57P01" })],
    ["a full disk", Object.assign(new Error("x"), { code: "53100" })],
    ["a statement timeout", Object.assign(new Error("x"), { code: "57014" })],
    [
      "a cause",
      new Error("append", {
        cause: new AggregateError([Object.assign(new Error("x"), { code: "08006" })]),
      }),
    ],
  ])("a failed dependency (%s) is 503 with Retry-After", async (_name, error) => {
    app.register(failure(() => error));
    const answer = await app.inject("/fault");
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("1");
    expect(answer.json()).toEqual(envelope("unavailable"));
  });

  test.each([401, 403, 429, 418])(
    "a plugin's error with status %i keeps the status, not the text",
    async (statusCode) => {
      app.register(failure(() => Object.assign(new Error("secret_table"), { statusCode })));
      const answer = await app.inject("/fault");
      expect(answer.statusCode).toBe(statusCode);
      expect(answer.body).not.toContain("secret_table");
    },
  );

  test("an answer that does not match its schema is 500", async () => {
    const Counted = z.object({ count: z.number().check(z.minimum(0)) });
    created.get("/wrong", { schema: { response: { 200: Counted } } }, () => ({ count: -1 }));
    expect((await app.inject("/wrong")).statusCode).toBe(500);
  });
});

describe("request ids", () => {
  const from = (remoteAddress: string, id: string) =>
    app.inject({ url: "/nothing", remoteAddress, headers: { "x-request-id": id } });

  test("of a trusted proxy are kept, all others are replaced", async () => {
    expect((await from("10.1.2.3", "trace-12345678")).json()).toMatchObject({
      request_id: "trace-12345678",
    });
    const answer = await from("203.0.113.9", "trace-12345678");
    expect(answer.json()).not.toMatchObject({ request_id: "trace-12345678" });
    expect(answer.headers["x-request-id"]).toBe(answer.json<{ request_id: string }>().request_id);
  });

  test.each(["short", "a".repeat(65), "has space inside", "x\u00e4x\u00e4x\u00e4x\u00e4"])(
    "%j is refused",
    async (id) => {
      expect((await from("10.1.2.3", id)).headers["x-request-id"]).not.toBe(id);
    },
  );
});

describe("the log", () => {
  test("has one line per request, without its URL", async () => {
    await app.inject("/things/1?q=ama@example.com");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      method: "GET",
      route: "/things/:id",
      status: 200,
      requestId: expect.any(String),
    });
    expect(lines.join("")).not.toContain("example");
  });
});
