import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { envelope, thingsApp } from "#tests/kit/fakes/things-app.ts";

let { app, seen, post } = thingsApp();

beforeEach(() => {
  ({ app, seen, post } = thingsApp());
});
afterEach(() => app.close());

describe("bad input", () => {
  test("is answered with all issues, and does not reach the handler", async () => {
    const answer = await post("/things", { name: "", price: 1.005, items: [{ quantity: 1.5 }] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      ...envelope("invalid-request"),
      error:
        "name: Name is required; price: Must have at most 2 decimals; items.0.quantity: Invalid input: expected int, received number",
    });
    expect(seen).toEqual([]);
  });

  test.each([
    ["a missing body", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["numbers as text and NaN", '{"name":1,"price":"5"}'],
    ["a number beyond every double", '{"name":"a","price":1e400}'],
    ["broken JSON", '{"name":'],
    ["not JSON", "name=a"],
    ["a repeated key", '{"name":"a","price":1,"name":"b"}'],
    ["a repeated key, escaped in one place", '{"name":"a","price":1,"n\\u0061me":"b"}'],
    [
      "a repeated key in a nested object",
      '{"name":"a","price":1,"items":[{"quantity":1,"quantity":2}]}',
    ],
    ["__proto__", '{"name":"a","price":1,"__proto__":{"polluted":1}}'],
    ["__proto__ in a nested object", '{"name":"a","price":1,"x":[{"__proto__":{"polluted":1}}]}'],
    ["an escaped __proto__", '{"name":"a","price":1,"\\u005f_proto__":{"polluted":1}}'],
    ["constructor.prototype", '{"name":"a","price":1,"constructor":{"prototype":{"polluted":1}}}'],
  ])("%s is 400", async (_name, payload) => {
    const answer = await post("/things", payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(envelope("invalid-request"));
    expect(seen).toEqual([]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("equal keys in different objects, and in texts, are fine", async () => {
    const payload = '{"a":{"k":1},"b":{"k":"{\\"k\\":1,\\"k\\":2}"},"c":[{"k":1},{"k":1}]}';
    expect((await post("/anything", payload)).statusCode).toBe(200);
  });

  test("an empty body with the JSON header is no body", async () => {
    expect((await post("/anything", "")).statusCode).toBe(200);
    const answer = await app.inject({
      method: "DELETE",
      url: "/things/1",
      headers: { "content-type": "application/json" },
    });
    expect(answer.statusCode).toBe(200);
    expect(seen).toEqual([undefined]);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json+xml",
    "application/json, text/plain",
    "nonsense",
    "",
  ])("the content type %j is refused", async (type) => {
    const answer = await post("/anything", '{"name":"a"}', { "content-type": type });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toEqual(envelope("unsupported-media-type"));
    expect(seen).toEqual([]);
  });

  test.each([
    "APPLICATION/JSON",
    "application/json; charset=utf-8",
    " application/json",
    "application/json\t;x=y",
    "application/json;",
  ])("the content type %j is validated like application/json or refused", async (type) => {
    const answer = await post("/things", '{"name":""}', { "content-type": type });
    expect([400, 415]).toContain(answer.statusCode);
    expect(seen).toEqual([]);
  });

  test("64 KiB are accepted, one more byte is 413", async () => {
    const body = (bytes: number) => JSON.stringify("a".repeat(bytes - 2));
    expect((await post("/anything", body(65_536))).statusCode).toBe(200);
    const answer = await post("/anything", body(65_537));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual(envelope("too-large"));
  });

  test.each([
    "q=a&q=b",
    "q[]=a",
    "q[$ne]=a",
    "__proto__=a",
    "constructor=a",
    "x[__proto__]=1",
    "q=a&%71=b",
  ])("the query %s is 400", async (query) => {
    const answer = await app.inject(`/things/1?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(envelope("invalid-request"));
  });

  test("an ambiguous query is 400 also on a route without parameters", async () => {
    expect((await app.inject("/short?q=a&q=b")).statusCode).toBe(400);
    expect((await app.inject("/short?q=a")).statusCode).toBe(409);
  });
});

describe("unknown routes", () => {
  test("are 404", async () => {
    const answer = await app.inject("/nothing?token=secret");
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ ...envelope("not-found"), error: "Not found" });
  });

  test.each(["PUT", "PATCH", "OPTIONS", "TRACE"] as const)(
    "%s on a known path is 405",
    async (method) => {
      const answer = await app.inject({ method, url: "/things/1?q=a" });
      expect(answer.statusCode).toBe(405);
      expect(answer.json()).toEqual(envelope("method-not-allowed"));
      expect(answer.headers["allow"]).toBe("GET, HEAD, DELETE");
    },
  );

  test("X-HTTP-Method-Override has no effect", async () => {
    const answer = await post("/anything", "{}", { "x-http-method-override": "DELETE" });
    expect(answer.statusCode).toBe(200);
  });

  test("a path that cannot be decoded is 400", async () => {
    const answer = await app.inject("/things/%zz");
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(envelope("invalid-request"));
  });
});
