import { randomUUID } from "node:crypto";

import { afterAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { type Answer, failure, statusAndText } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import { FIRST_ADMIN } from "#tests/integration/command-api/routes/two-tenants.ts";

import { openTenancy, type TenantOwner, tokenOf } from "./tenancy.ts";

const suite = await openTenancy();
afterAll(() => suite.close());
let owner: TenantOwner;
let admin: string;
beforeEach(async () => {
  owner = await suite.registerTenant();
  admin = tokenOf(await suite.call("POST", "/auth/super-admin-login.php", { body: FIRST_ADMIN }));
});

const SUPPORT = "/api/v1/platform/support-sessions";
const start = (tenantId: string, more: object = {}) =>
  suite.call("POST", SUPPORT, {
    token: admin,
    body: { tenant_id: tenantId, reason: "Sums look wrong", ...more },
  });
const Opened = z.object({ data: z.object({ token: z.string(), until: z.string() }) });
const opened = (answer: Answer) => Opened.parse(answer.body).data;
const READS = [
  "/api/dashboard.php",
  "/api/v1/today",
  "/api/sales/reports.php",
  "/api/v1/reports/day",
  "/api/products.php",
  "/api/sales.php",
  "/api/v1/sales",
  "/api/customers.php",
];

/** What a support session may read, and how it ends. */
const SHOWN =
  /^query GET \/api\/(dashboard\.php|(products|sales|customers)\.php|sales\/reports\.php|v1\/(today|sales|(reports|products|sales|pictures)\/.*))$|logout$/;

const eventsIn = (tenantId: string) =>
  suite.query<{ type: string; data: unknown }>(
    `select type, data from es.events where tenant_id = $1 and type like 'SupportSession%'
        and data->>'tenantId' = $2 order by seq`,
    [tenantId, owner.tenantId],
  );
const accessLog = () =>
  suite.query<{ target: string; result: string; actor_id: string; ip_prefix: string }>(
    `select target, result, actor_id, ip_prefix from audit.access_log
      where tenant_id = $1 and action = 'support-read' order by at_ms, id`,
    [owner.tenantId],
  );

describe("a support session", () => {
  test("ADMIN-25: shows one tenant, and each read is in the access log before it is answered", async () => {
    const { token } = opened(await start(owner.tenantId));
    for (const url of READS) {
      expect([url, (await suite.call("GET", url, { token })).status]).toEqual([url, 200]);
    }
    const sale = `/api/v1/sales/${randomUUID()}`;
    expect((await suite.call("GET", `${sale}?tenant_id=${owner.tenantId}`, { token })).status).toBe(
      404,
    );
    const noted = await accessLog();
    expect(noted.map(({ target, result }) => [target, result])).toEqual([
      ...READS.map((url) => [`GET ${url}`, "200"]),
      [`GET ${sale}`, "404"],
    ]);
    expect(new Set(noted.map((line) => line.actor_id)).size).toBe(1);
  });

  test("is in both logs with its reason, from start to end", async () => {
    const { token, until } = opened(await start(owner.tenantId));
    expect(Math.round((Date.parse(until) - Date.now()) / 60_000)).toBe(30);
    const { exp, iat } = z
      .object({ exp: z.number(), iat: z.number() })
      .parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));
    expect(exp - iat).toBe(30 * 60);
    expect((await suite.call("GET", READS[0] ?? "", { token })).status).toBe(200);
    expect((await suite.call("DELETE", SUPPORT, { token: admin })).status).toBe(200);
    const tookMs = await suite.untilOut(token);
    process.stdout.write(`ended support session: refused after ${tookMs} ms\n`);
    for (const log of [owner.tenantId, PLATFORM_TENANT_ID]) {
      expect(await eventsIn(log)).toMatchObject([
        {
          type: "SupportSessionStarted",
          data: { tenantId: owner.tenantId, reason: "Sums look wrong", until: Date.parse(until) },
        },
        { type: "SupportSessionEnded", data: { tenantId: owner.tenantId } },
      ]);
    }
  });

  test("changes nothing: every write is 403, and so is personal data", async () => {
    const { token } = opened(await start(owner.tenantId));
    const before = await written(suite);
    const answers = await suite.answersTo(token, (route) => SHOWN.test(route));
    process.stdout.write(
      `support session: ${answers.length} routes, every write and all personal data refused\n`,
    );
    expect(answers.length).toBeGreaterThan(50);
    expect(answers.filter(([, status]) => status !== 403)).toEqual([]);
    expect(await written(suite)).toEqual(before);
  });

  test("shows no contact data of customers", async () => {
    const body = {
      first_name: "Efua",
      last_name: "Mensah",
      phone: "+233 24",
      email: "e@x.example",
    };
    await suite.call("POST", "/api/customers.php", { token: owner.token, body });
    const { token } = opened(await start(owner.tenantId));
    const answer = await suite.call("GET", "/api/customers.php", { token });
    expect(answer.text).toContain("Efua");
    expect(answer.text).not.toMatch(/\+233|x\.example/);
  });

  test("ends with the platform session that opened it, and after half an hour", async () => {
    const first = opened(await start(owner.tenantId));
    expect((await suite.call("POST", "/api/v1/logout", { token: admin })).status).toBe(200);
    await suite.untilOut(first.token);
    admin = tokenOf(await suite.call("POST", "/auth/super-admin-login.php", { body: FIRST_ADMIN }));
    expect((await suite.call("GET", READS[0] ?? "", { token: first.token })).status).toBe(401);

    const second = opened(await start(owner.tenantId));
    expect((await suite.call("GET", READS[0] ?? "", { token: second.token })).status).toBe(200);
    await suite.query(
      "update auth.sessions set expires_ms = $2 where tenant_id = $1 and purpose = 'support'",
      [owner.tenantId, Date.now()],
    );
    await suite.untilOut(second.token);
  });

  test("also ends with its own token, recorded in both logs", async () => {
    const { token } = opened(await start(owner.tenantId));
    await suite.call("GET", READS[0] ?? "", { token });
    expect((await suite.call("POST", "/api/v1/logout", { token })).status).toBe(200);
    await suite.untilOut(token);
    for (const log of [owner.tenantId, PLATFORM_TENANT_ID]) {
      expect((await eventsIn(log)).map(({ type }) => type)).toEqual([
        "SupportSessionStarted",
        "SupportSessionEnded",
      ]);
    }
    expect((await suite.call("GET", "/api/v1/account", { token: admin })).status).toBe(200);
  });

  test("also opens a suspended tenant, and no unknown one", async () => {
    const body = { status: "suspended" };
    await suite.call("PUT", `/api/super-admin.php/${owner.tenantId}`, { token: admin, body });
    const { token } = opened(await start(owner.tenantId));
    expect((await suite.call("GET", "/api/products.php", { token })).status).toBe(200);
    for (const id of [randomUUID(), PLATFORM_TENANT_ID, "7"]) {
      const answer = await start(id);
      expect([answer.status, answer.body]).toEqual([
        404,
        failure("tenant-not-found", expect.any(String)),
      ]);
    }
    expect((await start(owner.tenantId, { reason: " " })).status).toBe(400);
  });

  test("repeated with one key returns the same session and token", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = { tenant_id: owner.tenantId, reason: "Twice" };
    const repeat = () => suite.call("POST", SUPPORT, { token: admin, body, headers });
    expect(statusAndText(await repeat())).toBe(statusAndText(await repeat()));
    expect(await eventsIn(owner.tenantId)).toHaveLength(1);
  });
});
