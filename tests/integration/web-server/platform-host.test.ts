import { afterAll, beforeAll, expect, test } from "vitest";

import { createLogger } from "#kernel/node/logging/logger.ts";
import { thingsApp } from "#tests/kit/fakes/things-app.ts";
import { builtWebApp } from "#tests/kit/http/web-root.ts";
import { createWebServer } from "#web/server/app.ts";

const service = thingsApp();
service.app.all("/*", () => ({ success: true }));

const serve = (platformHost?: string) =>
  createWebServer({
    webRoot: builtWebApp(),
    forward: {
      kind: "direct",
      command: (request, response) => service.app.routing(request, response),
      query: (request, response) => service.app.routing(request, response),
      checks: {},
    },
    logger: createLogger({ service: "web", level: "silent" }),
    platformHost,
  });
const [apart, together] = [serve("admin.example.com"), serve()];
beforeAll(() => service.app.ready());
afterAll(() => Promise.all([apart, together, service.app].map((each) => each.close())));

const ADMIN = "admin.example.com";
const SHOPS = "till.example.com";
type Call = readonly [method: "GET" | "POST", url: string];

const statusAt = async (app: typeof apart, host: string, [method, url]: Call): Promise<number> =>
  (await app.inject({ method, url, headers: { host, accept: "text/html" } })).statusCode;

const OF_PLATFORM: readonly Call[] = [
  ["GET", "/auth/super-admin"],
  ["POST", "/auth/super-admin-login.php"],
  ["GET", "/app/super-admin"],
  ["GET", "/app/tenants"],
  ["GET", "/api/super-admin.php/tenants"],
  ["GET", "/api/v1/platform/health"],
  ["GET", "/api/v1/%70latform/health"],
];
const OF_SHOPS: readonly Call[] = [
  ["GET", "/auth/login"],
  ["GET", "/auth/register"],
  ["POST", "/auth/login.php"],
  ["POST", "/auth/register.php"],
];
const OF_BOTH: readonly Call[] = [
  ["GET", "/app/dashboard"],
  ["GET", "/api/dashboard.php"],
  ["GET", "/assets/index-a1.js"],
  ["GET", "/health/live"],
];

test.each(OF_PLATFORM)(
  "ADMIN-34: %s %s answers at the portal's host name alone",
  async (...call) => {
    expect(await statusAt(apart, ADMIN, call)).toBe(200);
    expect(await statusAt(apart, "ADMIN.example.com", call)).toBe(200);
    expect(await statusAt(apart, SHOPS, call)).toBe(404);
  },
);

test.each(OF_SHOPS)(
  "ADMIN-34: %s %s, where shops sign in, does not answer there",
  async (...call) => {
    expect(await statusAt(apart, ADMIN, call)).toBe(404);
    expect(await statusAt(apart, SHOPS, call)).toBe(200);
  },
);

test.each(OF_BOTH)("ADMIN-34: %s %s answers at both", async (...call) => {
  expect(await statusAt(apart, ADMIN, call)).toBe(200);
  expect(await statusAt(apart, SHOPS, call)).toBe(200);
});

test("ADMIN-34: the first page there is the portal's sign-in", async () => {
  const { statusCode, headers } = await apart.inject({ url: "/", headers: { host: ADMIN } });
  expect([statusCode, headers["location"]]).toEqual([302, "/auth/super-admin"]);
});

test.each([...OF_PLATFORM, ...OF_SHOPS])(
  "ADMIN-34: without such a host name %s %s answers everywhere",
  async (...call) => {
    expect(await statusAt(together, SHOPS, call)).toBe(200);
  },
);

test("API-19: a sign-in call that does not exist is 404, whatever the method", async () => {
  expect(await statusAt(together, SHOPS, ["GET", "/auth/unknown.php"])).toBe(404);
  expect(await statusAt(together, SHOPS, ["POST", "/auth/unknown.php"])).toBe(404);
  expect(await statusAt(together, SHOPS, ["GET", "/auth/login.php"])).toBe(405);
});
