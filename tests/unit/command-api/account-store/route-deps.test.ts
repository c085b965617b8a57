import { afterAll, beforeAll, expect, test } from "vitest";

import { anonymousContext } from "#command-api/account-store/route-deps.ts";
import { createCommandContexts } from "#command-api/http/command-context.ts";
import { createHttpApp } from "#kernel/node/http/server.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";

const app = createHttpApp({ logger: createLogger({ service: "test", level: "silent" }) });
const contexts = createCommandContexts(Buffer.alloc(32, 5), () => 1);

beforeAll(async () => {
  app.post("/things", (request) => ({
    hash: anonymousContext(contexts, request).requestHash.toString("hex"),
  }));
  await app.ready();
});
afterAll(() => app.close());

const hashOf = async (body: object): Promise<string> =>
  (await app.inject({ method: "POST", url: "/things", payload: body })).body;

test("the request hash leaves passwords out", async () => {
  const body = { email: "ama@example.com" };
  const hash = await hashOf(body);
  for (const name of ["password", "current_password", "new_password"]) {
    expect(await hashOf({ ...body, [name]: "correct horse" })).toBe(hash);
  }
  expect(await hashOf({ ...body, code: "123456" })).not.toBe(hash);
  expect(await hashOf({ email: "kofi@example.com" })).not.toBe(hash);
});

test("a request without a body has a hash too", async () => {
  const { body } = await app.inject({ method: "POST", url: "/things" });
  expect(body).toMatch(/"hash":"[0-9a-f]{64}"/);
});
