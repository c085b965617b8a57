import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { openQueryApi, type QueryApi } from "./query-api.ts";

let api: QueryApi;

beforeAll(async () => {
  api = await openQueryApi();
});
afterAll(() => api.close());

const status = async (url: string) => (await api.app.inject({ url })).statusCode;

it("is live and ready without a session", async () => {
  expect([await status("/health/live"), await status("/health/ready")]).toEqual([200, 200]);
});

it("is live but not ready on a database that is not migrated", async () => {
  await api.admin.query("alter function rm.freshness rename to later");
  await vi.waitFor(async () => expect(await status("/health/ready")).toBe(503), {
    timeout: 5_000,
    interval: 100,
  });
  expect(await status("/health/live")).toBe(200);
  await api.admin.query("alter function rm.later rename to freshness");
});

it("answers 503, never 401, while the database does not answer", async () => {
  const query = vi.spyOn(api.pool, "query").mockImplementation(() => {
    throw new Error("Connection terminated unexpectedly");
  });
  try {
    const response = await api.get("/api/products.php");
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "1"]);
    expect(response.json()).toMatchObject({ success: false, code: "unavailable" });
  } finally {
    query.mockRestore();
  }
});

it("limits a user who reads in a loop, and no one else", async () => {
  const limited = await openQueryApi({ readsPerMinute: 3 });
  try {
    const statuses = [];
    for (let i = 0; i < 4; i += 1) {
      statuses.push((await limited.get("/api/products.php")).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await limited.get("/api/products.php");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({ success: false, code: "too-many-requests" });
    expect((await limited.get("/api/products.php", "cashier")).statusCode).toBe(200);
  } finally {
    await limited.close();
  }
});
