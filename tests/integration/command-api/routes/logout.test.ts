import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { failure } from "./ask.ts";
import type { Identity } from "./identities.ts";
import { written } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

describe("logging out", () => {
  const logOut = (as: Identity) => shops.ask("POST", "/api/v1/logout", { as });

  test.for([
    ["anonymous", 401],
    ["expired", 401],
  ] as const)("refuses a request %s", async ([as, status]) => {
    const before = await written(shops);
    expect((await logOut(as)).body).toEqual(failure("not-signed-in", expect.any(String)));
    expect((await logOut(as)).status).toBe(status);
    expect(await written(shops)).toEqual(before);
  });

  test("AUTH-10: ends only the session of the request, with an event that records the reason", async () => {
    const [head] = await shops.query<{ seq: string }>(
      "select seq from es.tenant_heads where tenant_id = $1",
      [shops.tenantId],
    );
    const answer = await logOut("auditor");
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(
      await shops.query("select type, data from es.events where tenant_id = $1 and seq > $2", [
        shops.tenantId,
        head?.seq,
      ]),
    ).toMatchObject([{ type: "SessionsEnded", data: { reason: "signed-out" } }]);

    await expect.poll(async () => (await logOut("auditor")).status, { timeout: 5000 }).toBe(401);
    expect((await logOut("accountant")).status).toBe(200);
  });
});
