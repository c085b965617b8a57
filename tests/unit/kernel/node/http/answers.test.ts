import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { createHttpApp, type HttpApp } from "#kernel/node/http/server.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";

const Item = z.object({ id: z.string(), note: z.nullable(z.string()), tags: z.array(z.string()) });

// Typed loosely, so that the handler may return what a wrong type or a cast would let through.
const promised: z.ZodMiniType = success(Item);

let app: HttpApp;
let given: unknown;

beforeAll(async () => {
  app = createHttpApp({ logger: createLogger({ service: "test", level: "silent" }) });
  app.get("/thing", { schema: { response: { 200: promised } } }, async () => given);
  await app.ready();
});
afterAll(() => app.close());

const right = { id: "1", note: null, tags: ["a"] };
const answered = async (body: unknown) => {
  given = body;
  const answer = await app.inject("/thing");
  return { status: answer.statusCode, text: answer.body };
};

describe("an answer holds only what the route's schema promises:", () => {
  test("a valid answer, byte for byte", async () => {
    const body = { success: true, data: right };
    expect(await answered(body)).toEqual({ status: 200, text: JSON.stringify(body) });
  });

  test.each([
    ["next to the data", { success: true, data: right, secret: "s3cret" }],
    ["in the data", { success: true, data: { ...right, password_hash: "s3cret" } }],
    ["with a name of every object", { success: true, data: { ...right, constructor: "s3cret" } }],
  ])("an extra field %s is dropped", async (_where, body) => {
    const { status, text } = await answered(body);
    expect([status, JSON.parse(text)]).toEqual([200, { success: true, data: right }]);
    expect(text).not.toContain("s3cret");
  });

  test.each([
    ["of another type", { success: true, data: { ...right, id: 1234567 } }],
    ["that is missing", { success: true, data: { id: "1234567", note: null } }],
    ["inside a list", { success: true, data: { ...right, tags: ["1234567", 7] } }],
    ["instead of the data", { success: true, data: "1234567" }],
  ])("a field %s is 500, without the rest of the answer", async (_which, body) => {
    const { status, text } = await answered(body);
    expect([status, JSON.parse(text)]).toEqual([
      500,
      expect.objectContaining({ success: false, code: "internal-error" }),
    ]);
    expect(text).not.toContain("1234567");
  });
});
