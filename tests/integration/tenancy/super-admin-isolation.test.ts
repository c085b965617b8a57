import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { failure, METHODS, statusAndText } from "#tests/integration/command-api/routes/ask.ts";

import { openTenancy, type TenantOwner } from "./tenancy.ts";

const suite = await openTenancy();
afterAll(() => suite.close());
let owner: TenantOwner;
beforeEach(async () => {
  owner = await suite.registerTenant();
});

describe("without a support session", () => {
  test("a super admin reaches no route of a tenant, and each attempt is logged", async () => {
    const routes = suite.routes.filter((route) =>
      /^(query GET|command \w+) \/api\/(products|sales|customers|dashboard)/.test(route),
    );
    for (const route of routes) {
      const [api, verb = "", url = ""] = route.split(" ");
      const method = METHODS.find((one) => one === verb) ?? "GET";
      const answer = await suite.askOf[api === "query" ? "query" : "command"](
        method,
        `${url}?tenant_id=${owner.tenantId}`,
        { as: "super_admin", ...(method === "GET" ? {} : { body: {} }) },
      );
      expect([route, answer.status, answer.body]).toEqual([
        route,
        403,
        failure("wrong-audience", expect.any(String)),
      ]);
      expect(
        await suite.query(
          "select result from audit.access_log where request_id = $1 and action = 'refused-right'",
          [answer.headers["x-request-id"]],
        ),
      ).toEqual([{ result: "refused" }]);
    }
    process.stdout.write(`${routes.length} routes of tenants, 0 open to a super admin\n`);
  });

  test("users of a tenant reach no route of the platform", async () => {
    const routes = suite.routes.filter((route) =>
      / \/api\/(super-admin\.php|v1\/platform)/.test(route),
    );
    expect(routes.length).toBeGreaterThan(3);
    for (const route of routes) {
      const [api, verb = "", pattern = ""] = route.split(" ");
      const method = METHODS.find((one) => one === verb) ?? "GET";
      const url = pattern.replace(/:\w+/g, suite.foreignTenantId);
      const answer = await suite.askOf[api === "query" ? "query" : "command"](method, url, {
        as: "owner",
        ...(method === "GET" ? {} : { body: { status: "suspended" } }),
      });
      expect([route, answer.status]).toEqual([route, 403]);
    }
    process.stdout.write(`${routes.length} routes of the platform, 0 open to an owner\n`);
  });

  test("a support session for one tenant reveals nothing about another", async () => {
    const other = await suite.registerTenant();
    const product = { name: "Zother", price: 1, stock: 1 };
    await suite.call("POST", "/api/products.php", { token: other.token, body: product });
    const token = await suite.support(await suite.adminToken(), owner.tenantId);
    const answer = await suite.call("GET", "/api/products.php", { token });
    expect(answer.text).not.toContain("Zother");
    const named = await suite.call("GET", `/api/products.php?tenant_id=${other.tenantId}`, {
      token,
    });
    expect(statusAndText(named)).toMatch(/^403 .*other-tenant/);
  });
});

test("ADMIN-16: suspending a tenant ends its sessions on both services, and its old tokens stay dead", async () => {
  const admin = await suite.adminToken();
  const cashier = await suite.hire("cashier", owner);
  const neighbour = await suite.registerTenant();
  for (const token of [owner.token, cashier.token, neighbour.token]) {
    expect((await suite.call("GET", "/api/products.php", { token })).status).toBe(200);
  }
  const set = (status: string) =>
    suite.call("PUT", `/api/super-admin.php/${owner.tenantId}`, { token: admin, body: { status } });
  expect((await set("suspended")).status).toBe(200);
  const tookMs = Math.max(
    ...(await Promise.all([owner, cashier].map(({ token }) => suite.untilOut(token)))),
  );
  process.stdout.write(`suspended tenant: all tokens refused after ${tookMs} ms\n`);
  // One second of cache, plus the round trip on a busy machine.
  expect(tookMs).toBeLessThan(2000);
  expect((await set("active")).status).toBe(200);
  for (const { token } of [owner, cashier]) {
    expect((await suite.call("GET", "/api/products.php", { token })).status).toBe(401);
    expect((await suite.call("POST", "/api/products.php", { token, body: {} })).status).toBe(401);
  }
  expect((await suite.signIn(owner.email)).status).toBe(200);
  expect((await suite.call("GET", "/api/products.php", { token: neighbour.token })).status).toBe(
    200,
  );
});
