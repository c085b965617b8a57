import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { createCommandContexts, keyOf } from "#command-api/http/command-context.ts";
import { SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { createHttpApp } from "#kernel/node/http/server.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";

const TENANT = TenantId.parse("018f0100-0000-7000-8000-000000000001");
const SID = SessionId.parse("018f0200-0000-7000-8000-000000000001");
const AMA = UserId.parse("018f0300-0000-7000-8000-000000000001");
const KOFI = UserId.parse("018f0300-0000-7000-8000-000000000002");
const KEY = "018f0400-0000-7000-8000-00000000000a";
const NOW_MS = 1_700_000_000_000;

const app = createHttpApp({ logger: createLogger({ service: "test", level: "silent" }) });
let seen: CommandContext | undefined;
let seenKey: string | undefined;
let userId = AMA;

beforeAll(async () => {
  const contexts = createCommandContexts(Buffer.alloc(32, 5), () => NOW_MS);
  app.decorateRequest("actor");
  app.addHook("onRequest", async (request) => {
    request.actor = {
      tenantId: TENANT,
      userId,
      sid: SID,
      role: "owner",
      aud: "tenant",
      tenantStatus: "active",
      onlySetup: false,
      isTill: false,
    };
  });
  for (const method of ["POST", "PUT", "DELETE"] as const) {
    app.route({
      method,
      url: "/things",
      handler: async (request) => {
        seen = await contexts.of(request);
        seenKey = keyOf(request);
        return {};
      },
    });
  }
  await app.ready();
});
afterAll(() => app.close());
beforeEach(() => {
  seen = undefined;
  userId = AMA;
});

type Sent = Readonly<{
  method?: "POST" | "PUT" | "DELETE";
  url?: string;
  body?: object;
  headers?: Readonly<Record<string, string>>;
}>;

async function contextOf({ method = "POST", url = "/things", body = {}, headers = {} }: Sent = {}) {
  await app.inject({ method, url, payload: body, headers: { ...headers } });
  if (seen === undefined) throw new Error("the route was not reached");
  return seen;
}

const hashOf = async (sent: Sent) => (await contextOf(sent)).requestHash.toString("hex");

test("holds the actor, the session and the time", async () => {
  expect(await contextOf()).toMatchObject({
    tenantId: TENANT,
    actorId: AMA,
    occurredMs: NOW_MS,
    meta: { sid: SID, requestId: expect.any(String) },
  });
});

test("normalizes the client's key and marks the request as the web app's", async () => {
  const { commandId, meta } = await contextOf({
    headers: { "idempotency-key": KEY.toUpperCase() },
  });
  expect([commandId, seenKey, meta.source]).toEqual([KEY, KEY, "web"]);
});

test.for([{}, { "idempotency-key": "7" }, { "idempotency-key": "" }])(
  "creates a key for a request with %o and marks a legacy client",
  async (headers) => {
    const [one, two] = [await contextOf({ headers }), await contextOf({ headers })];
    expect(one.commandId).not.toBe(two.commandId);
    expect([seenKey, one.meta.source]).toEqual([undefined, "legacy"]);
  },
);

test.for([
  ['"0"', 0],
  ['"7"', 7],
  ['"123456789"', 123_456_789],
] as const)("reads the version %s from If-Match", async ([tag, version]) => {
  expect((await contextOf({ headers: { "if-match": tag } })).ifMatch).toBe(version);
});

test.for([undefined, "7", "*", 'W/"7"', '"7", "8"', '"-1"', '"1234567890"', '"x"'])(
  "reads no version from %s",
  async (tag) => {
    const context = await contextOf({ headers: tag === undefined ? {} : { "if-match": tag } });
    expect(context).not.toHaveProperty("ifMatch");
  },
);

test("the hash is the same in whatever order the fields come", async () => {
  const one = await hashOf({ body: { name: "Milo", items: [{ a: 1, b: 2 }] } });
  expect(await hashOf({ body: { items: [{ b: 2, a: 1 }], name: "Milo" } })).toBe(one);
});

test("the hash differs by body, method, path, parameter and person", async () => {
  const sent: readonly Sent[] = [
    { body: { id: 1 } },
    { body: { id: "1" } },
    { body: { id: 1, more: null } },
    { body: {} },
    { body: { id: 1 }, method: "PUT" },
    { body: { id: 1 }, method: "DELETE" },
    { body: { id: 1 }, url: "/things?id=1" },
    { body: { id: 1 }, url: "/things?id=2" },
  ];
  const hashes: string[] = [];
  for (const one of sent) hashes.push(await hashOf(one));
  userId = KOFI;
  hashes.push(await hashOf({ body: { id: 1 } }));
  expect(new Set(hashes).size).toBe(sent.length + 1);
});
