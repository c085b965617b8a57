import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openQueryApi, type QueryApi } from "./query-api.ts";
import { FOREIGN, OWN } from "./two-tenants.ts";

let api: QueryApi;

beforeAll(async () => {
  api = await openQueryApi();
});
afterAll(() => api.close());

const LISTS = ["/api/products.php", "/api/sales.php", "/api/customers.php"];
const SUMS = ["/api/dashboard.php", "/api/sales/reports.php"];

const PATTERNLESS = /select|rm_|tenant_heads|\bat .*:\d+|node_modules|\/work|postgres|zod/i;

async function expectRefused(url: string, status: number, code: string): Promise<void> {
  const response = await api.get(url);
  expect([url, response.statusCode, response.payload]).toEqual([url, status, expect.any(String)]);
  expect(response.json()).toEqual({
    success: false,
    error: expect.any(String),
    code,
    request_id: response.headers["x-request-id"],
  });
  expect(response.payload).not.toMatch(PATTERNLESS);
  expect(response.headers["cache-control"]).toBe("no-store");
  expect(response.headers.etag).toBeUndefined();
}

describe.each([...LISTS, ...SUMS])("%s", (url) => {
  it.each([
    ["its own tenant id", `?tenant_id=${OWN}`],
    ["its own tenant id in capitals", `?tenant_id=${OWN.toUpperCase()}`],
    ["no tenant id", "?tenant_id="],
    ["an unknown parameter", "?cheese=1&sort=name"],
    ["an unknown parameter with bytes that cannot be stored", "?cheese=%00%ff"],
    ["empty parameters", "?period=&from=&to=&limit=&page="],
    ["a cache-busting time", "?_=1772000000000"],
  ])("answers with %s as without", async (_what, query) => {
    const [plain, asked] = [await api.get(url), await api.get(url + query)];
    expect(asked.statusCode).toBe(200);
    expect(asked.payload).toBe(plain.payload);
  });

  it.each([
    ["another tenant's id", `?tenant_id=${FOREIGN}`],
    ["an unknown id", "?tenant_id=00000000-0000-7000-8000-0000000000cc"],
    ["words instead of an id", "?tenant_id=' or true --"],
    ["an id with a NUL", `?tenant_id=${OWN}%00`],
  ])("rejects %s with 403", (_what, query) => expectRefused(url + query, 403, "other-tenant"));

  it.each([
    "?tenant_id=a&tenant_id=a",
    "?cheese=1&cheese=1",
    "?tenant_id[]=a",
    "?tenant_id[$ne]=a",
    "?period[]=7",
    "?__proto__=1",
    "?constructor=1",
  ])("rejects the ambiguous %s", (query) => expectRefused(url + query, 400, "invalid-request"));
});

it("API-05: names a parameter that a route of /api/v1 does not have", async () => {
  const { statusCode, payload } = await api.get("/api/v1/reports/day?period=7&perriod=30");
  expect([statusCode, payload]).toEqual([
    400,
    expect.stringContaining("perriod: Unknown parameter"),
  ]);
  expect((await api.get("/api/v1/reports/day?period=7")).statusCode).toBe(200);
});

describe.each(LISTS)("%s", (url) => {
  it.each([
    "0",
    "-1",
    "1.5",
    "1e9",
    "abc",
    "%00",
    "1;drop",
    "12345678901234567890",
    "%F0%9F%A6%84",
  ])("rejects the limit and the page %s", async (count) => {
    await expectRefused(`${url}?limit=${count}`, 400, "invalid-request");
    await expectRefused(`${url}?page=${count}`, 400, "invalid-request");
  });

  it.each(["?limit=999999999999999", "?page=999999999999999&limit=999999999999999"])(
    "accepts the huge %s",
    async (query) => {
      expect((await api.get(url + query)).statusCode).toBe(200);
    },
  );
});

describe.each(SUMS)("%s", (url) => {
  it.each([
    "?period=8",
    "?period=-7",
    "?period=7.0",
    "?period=today",
    "?period=%00",
    "?from=2026-01-01",
    "?to=2026-01-01",
    "?period=7&from=2026-01-01&to=2026-01-02",
    "?from=2026-01-02&to=2026-01-01",
    "?from=2026-02-30&to=2026-03-01",
    "?from=0000-01-01&to=2026-03-01",
    "?from=2026-01-01T00:00:00Z&to=2026-03-01",
    "?from=-infinity&to=infinity",
  ])("refuses %s", (query) => expectRefused(url + query, 400, "invalid-request"));

  it.each(["?from=0001-01-01&to=9999-12-31", "?period=365"])("takes %s", async (query) => {
    expect((await api.get(url + query)).statusCode).toBe(200);
  });
});

it.each([
  ["POST", "/api/products.php", 405],
  ["DELETE", "/api/sales.php", 405],
  ["GET", "/api/super-admin.php/unheard-of", 404],
  ["GET", "/api/products.php/1", 404],
] as const)("answers %s %s with %i", async (method, url, status) => {
  const response = await api.app.inject({ method, url });
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ success: false, code: expect.any(String) });
});
