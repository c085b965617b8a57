import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { IDENTITIES, type Identity, openQueryApi, type QueryApi } from "./query-api.ts";
import { OWN } from "./two-tenants.ts";

let api: QueryApi;

beforeAll(async () => {
  api = await openQueryApi({ keeps: true });
});
afterAll(() => api.close());

const SHOP: readonly Identity[] = [
  "owner",
  "manager",
  "cashier",
  "stock_keeper",
  "accountant",
  "auditor",
  "foreign owner",
];

const REPORTERS = SHOP.filter((who) => who !== "stock_keeper" && who !== "cashier");

/** They name no tenant: the currency tells whose figures they are. */
const FIGURES = ["product", "day", "hour", "staff", "payment-method"].map(
  (by) => `/api/v1/reports/${by}`,
);

/** Routes and who may read them. */
const ROUTES: Readonly<Record<string, readonly Identity[]>> = {
  "/api/dashboard.php": SHOP.filter((who) => who !== "stock_keeper"),
  "/api/products.php": SHOP,
  "/api/sales.php": SHOP,
  "/api/v1/sales?sort=oldest": SHOP,
  "/api/sales/reports.php": REPORTERS,
  "/api/customers.php": SHOP,
  ...Object.fromEntries(FIGURES.map((url) => [url, REPORTERS])),
};

describe.each(Object.entries(ROUTES))("GET %s", (url, allowed) => {
  it.each(allowed)("answers the %s", async (who) => {
    expect((await api.get(url, who)).statusCode).toBe(200);
  });

  it.each(IDENTITIES.filter((who) => !allowed.includes(who)))(
    "RIGHT-01: rejects the %s",
    async (who) => {
      const response = await api.get(url, who);

      expect(response.statusCode).toBe(403);
      expect(response.json()).toEqual({
        success: false,
        error: expect.any(String),
        code: who === "super_admin" ? "wrong-audience" : "not-allowed",
        request_id: response.headers["x-request-id"],
      });
    },
  );

  it.each([
    ["no token", {}],
    ["another scheme", { authorization: "Basic b3duZXI6eA==" }],
    ["an invalid token", { authorization: "Bearer a.b.c" }],
  ])("rejects %s with 401", async (_what, headers) => {
    const response = await api.app.inject({ url, headers });

    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([
      401,
      "not-signed-in",
    ]);
    expect(response.headers.etag).toBeUndefined();
  });

  it("shows each tenant only itself", async () => {
    const [own, foreign] = [await api.get(url), await api.get(url, "foreign owner")];

    const [itsOwn, others] = FIGURES.includes(url) ? ["EUR", "USD"] : ["own", "FOREIGN"];
    expect(own.payload).toContain(itsOwn);
    expect(own.payload).not.toContain(others);
    expect(foreign.payload).toContain(others);
    expect(foreign.payload).not.toContain(itsOwn);
  });
});

it("records a denied right where the owner can see it", async () => {
  await api.get("/api/sales/reports.php", "cashier");

  const { rows } = await api.admin.query<{ target: string; result: string }>(
    "select target, result from audit.access_log where tenant_id = $1 and action = 'refused-right'",
    [OWN],
  );
  expect(rows).toContainEqual({ target: "GET /api/sales/reports.php", result: "refused" });
});

it.each<[Identity, boolean]>([
  ["owner", true],
  ["manager", true],
  ["cashier", true],
  ["accountant", true],
  ["stock_keeper", false],
  ["auditor", false],
])("shows the %s the contact data of customers: %s", async (who, isShown) => {
  const response = await api.get("/api/customers.php", who);
  const [customer] = response.json<{ data: Record<string, unknown>[] }>().data;

  expect(customer).toMatchObject(
    isShown
      ? { email: "own@example.com", phone: "+233 own", address: "1 own Street" }
      : { email: null, phone: null, address: null },
  );
  expect(response.payload.includes("@example.com")).toBe(isShown);
});

it("rejects a session one second after it ended, and no other", async () => {
  await api.admin.query("update auth.sessions set ended_ms = 1 where tenant_id = $1", [OWN]);
  api.time.nowMs += 1000;

  expect((await api.get("/api/products.php")).statusCode).toBe(401);
  expect((await api.get("/api/products.php", "foreign owner")).statusCode).toBe(200);
});
