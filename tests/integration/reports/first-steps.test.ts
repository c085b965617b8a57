import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { FIRST_STEPS_PATH, FirstSteps } from "#kernel/contract/api/reports/first-steps.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import { ROLES } from "#tests/integration/command-api/routes/identities.ts";
import { openTenant, type TestTenant } from "#tests/integration/tills/tills.ts";

const NOTHING: FirstSteps = {
  products: false,
  receipt: false,
  stock_rule: false,
  sale: false,
  staff: true,
  hidden: false,
};
const Answer = z.object({ data: FirstSteps });

let apis: Apis;
let shop: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  [shop, other] = [await openTenant(apis), await openTenant(apis)];
});

const stepsOf = async ({ call }: TestTenant): Promise<FirstSteps> =>
  Answer.parse((await call("owner", "GET", FIRST_STEPS_PATH)).body).data;

async function write(method: "POST" | "PUT" | "DELETE", url: string, body: object) {
  const answer = await shop.call("owner", method, url, { body });
  expect([url, answer.status]).toEqual([url, 200]);
  return answer;
}
const change = (body: object) => write("PUT", "/api/v1/settings/business", body);

describe("the first steps of a shop", () => {
  test("DASH-19: each is done by what the shop does, and another shop's are its own", async () => {
    expect(await stepsOf(shop)).toEqual(NOTHING);
    const milo = { name: "Milo", price: 4.5, stock: 2 };
    const product_id = idOf(await write("POST", "/api/products.php", milo));
    expect(await stepsOf(shop)).toEqual({ ...NOTHING, products: true });

    const items = [{ product_id, quantity: 1, unit_price: 4.5 }];
    await write("POST", "/api/sales.php", { items, payment_method: "cash" });
    await change({ phone: "024 455 0182" });
    const sold = { ...NOTHING, products: true, sale: true, receipt: true };
    expect(await stepsOf(shop)).toEqual(sold);

    await write("DELETE", `/api/products.php?id=${product_id}`, {});
    await change({ phone: null });
    expect(await stepsOf(shop)).toEqual({ ...NOTHING, sale: true });
    expect(await stepsOf(other)).toEqual(NOTHING);
  });

  test("DASH-19: another person is on the staff once invited", async () => {
    const email = `${randomUUID()}@staff.example`;
    const registered = await apis.ask("POST", "/auth/register.php", {
      as: "anonymous",
      body: {
        business_name: "Alone",
        first_name: "Esi",
        last_name: "Owner",
        email: `${randomUUID()}@owner.example`,
        password: "correct horse battery",
      },
    });
    const { token } = z.object({ token: z.string() }).parse(registered.body);
    const headers = { authorization: `Bearer ${token}` };
    const steps = async () =>
      Answer.parse(
        (await apis.askOf.query("GET", FIRST_STEPS_PATH, { as: "anonymous", headers })).body,
      ).data;
    expect(await steps()).toEqual({ ...NOTHING, staff: false });
    const invited = await apis.ask("POST", "/api/v1/staff", {
      as: "anonymous",
      headers,
      body: { email, role: "cashier" },
    });
    expect(invited.status).toBe(200);
    expect(await steps()).toEqual(NOTHING);
  });

  test("DASH-20: the rule for stock is chosen by changing it, or by saying that it stays", async () => {
    await change({ oversell_policy: "block", stock_rule_chosen: true });
    expect(await stepsOf(shop)).toEqual({ ...NOTHING, stock_rule: true });
    const [stored] = await apis.query<{ data: unknown }>(
      "select data from es.events where tenant_id = $1 and type = 'BusinessSettingsChanged'",
      [shop.tenantId],
    );
    expect(stored?.data).toEqual({ changes: { stockRuleChosen: { from: false, to: true } } });
    const answer = await other.call("owner", "PUT", "/api/v1/settings/business", {
      body: { oversell_policy: "allow" },
    });
    expect(answer.status).toBe(200);
    expect(await stepsOf(other)).toEqual({ ...NOTHING, stock_rule: true });
  });

  test("DASH-21: they can be hidden, and shown again", async () => {
    await change({ first_steps_hidden: true });
    expect(await stepsOf(shop)).toEqual({ ...NOTHING, hidden: true });
    await change({ first_steps_hidden: false });
    expect(await stepsOf(shop)).toEqual(NOTHING);
  });

  test("DASH-18: are the owner's", async () => {
    for (const role of ROLES) {
      const { status } = await shop.call(role, "GET", FIRST_STEPS_PATH);
      expect([role, status]).toEqual([role, role === "owner" ? 200 : 403]);
    }
  });
});
