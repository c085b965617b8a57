import { afterAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { statusAndText } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

import { openTenancy, type TenantOwner } from "./tenancy.ts";

const suite = await openTenancy();
afterAll(() => suite.close());
let owner: TenantOwner;
beforeEach(async () => {
  owner = await suite.registerTenant();
  const product = { name: `Milo ${owner.tenantId}`, price: 1, stock: 1 };
  await suite.call("POST", "/api/products.php", { token: owner.token, body: product });
});

const suspend = async (status = "suspended") =>
  suite.call("PUT", `/api/super-admin.php/${owner.tenantId}`, {
    token: suite.tokenOf("super_admin"),
    body: { status },
  });
const Refused = z.object({
  success: z.literal(false),
  code: z.literal("tenant-suspended"),
  error: z.string(),
  export_token: z.optional(z.string()),
  export_until: z.optional(z.string()),
});

async function exportToken(): Promise<string> {
  const answer = await suite.signIn(owner.email);
  expect(answer.status).toBe(403);
  return Refused.parse(answer.body).export_token ?? "";
}

describe("the owner of a suspended tenant", () => {
  test("ADMIN-17: learns of the suspension only with the right password, and gets half an hour to export data", async () => {
    await suspend();
    expect(statusAndText(await suite.signIn(owner.email, "not the password"))).toMatch(
      /^401 .*wrong-credentials/,
    );
    const answer = await suite.signIn(owner.email);
    const { export_until: until = "", error } = Refused.parse(answer.body);
    expect(error).toBe("This business is suspended. Please contact support.");
    expect(Math.round((Date.parse(until) - Date.now()) / 60_000)).toBe(30);
    const token = await exportToken();
    const csv = await suite.call("GET", "/api/v1/exports/products.csv", { token });
    expect([csv.status, csv.text]).toEqual([200, expect.stringContaining(owner.tenantId)]);
    expect(
      await suite.query(
        "select 1 from audit.access_log where tenant_id = $1 and action = 'export'",
        [owner.tenantId],
      ),
    ).toHaveLength(1);
  });

  test("reaches nothing else with the export token, on either service", async () => {
    await suspend();
    const token = await exportToken();
    const before = await written(suite);
    const answers = await suite.answersTo(token, (route) => route.includes("/api/v1/exports/"));
    process.stdout.write(`export token: ${answers.length} routes, 0 open\n`);
    expect(answers.length).toBeGreaterThan(50);
    expect(answers.filter(([, status]) => status !== 403)).toEqual([]);
    expect(await written(suite)).toEqual(before);
  });

  test("can use it only for exports: it expires after half an hour and stops working when the tenant is reactivated", async () => {
    await suspend();
    const [first, second] = [await exportToken(), await exportToken()];
    await suite.query(
      `update auth.sessions set expires_ms = $2
        where tenant_id = $1 and sid = (select min(sid::text)::uuid from auth.sessions
                                         where tenant_id = $1 and purpose = 'export')`,
      [owner.tenantId, Date.now()],
    );
    await suite.untilOut(first, "/api/v1/exports/products.csv");
    await suspend("active");
    expect((await suite.call("GET", "/api/products.php", { token: second })).status).toBe(403);
    expect((await suite.signIn(owner.email)).status).toBe(200);
  });

  test("is the only one who gets it: a cashier learns of the suspension and no more", async () => {
    const { email } = await suite.hire("cashier", owner);
    await suspend();
    const answer = await suite.signIn(email);
    expect(answer.status).toBe(403);
    expect(Refused.parse(answer.body).export_token).toBeUndefined();
  });
});
