import { afterAll, beforeEach, expect, test } from "vitest";

import { success } from "#kernel/contract/api/envelope.ts";
import { Subscription } from "#kernel/contract/api/subscription.ts";
import { idOf, statusAndText } from "#tests/integration/command-api/routes/ask.ts";

import { openTenancy, type TenantOwner } from "./tenancy.ts";

const suite = await openTenancy();
afterAll(() => suite.close());
let owner: TenantOwner;
let other: TenantOwner;
beforeEach(async () => {
  owner = await suite.registerTenant();
  other = await suite.registerTenant();
});

const PATH = "/api/v1/subscription";
const of = async ({ token }: TenantOwner): Promise<Subscription> =>
  success(Subscription).parse((await suite.call("GET", PATH, { token })).body).data;
const addProduct = async ({ token }: TenantOwner, name: string): Promise<string> =>
  idOf(
    await suite.call("POST", "/api/products.php", { token, body: { name, price: 5, stock: 10 } }),
  );
/** Waits for the row of the shop, which the projector writes. */
const endTrial = ({ tenantId }: TenantOwner) =>
  expect
    .poll(() =>
      suite.query(
        "update rm.rm_shops set trial_until = '2020-01-01' where tenant_id = $1 returning tenant_id",
        [tenantId],
      ),
    )
    .toEqual([{ tenant_id: tenantId }]);

test("SET-18: the owner sees the plan, its limits and what is used", async () => {
  const milk = await addProduct(owner, "Milk");
  const gone = await addProduct(owner, "Tea");
  await addProduct(other, "Rice");
  await suite.call("DELETE", `/api/products.php?id=${gone}`, { token: owner.token });
  for (const quantity of [1, 2]) {
    const items = [{ product_id: milk, quantity, unit_price: 5 }];
    const body = { customer_id: null, items, payment_method: "cash", notes: "" };
    const answer = await suite.call("POST", "/api/sales.php", { token: owner.token, body });
    expect(answer.status).toBe(200);
  }
  const body = { email: `esi-${owner.tenantId}@staff.example`, role: "cashier" };
  await suite.call("POST", "/api/v1/staff", { token: owner.token, body });

  expect(await of(owner)).toEqual({
    plan: "basic",
    is_trial: true,
    trial_until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    limits: { products: null, sales_a_month: null, users: 10 },
    use: { products: 1, sales_this_month: 2, users: 2 },
  });
  expect((await of(other)).use).toEqual({ products: 1, sales_this_month: 0, users: 1 });
});

test("SET-18: after the trial the limits are those of the plan", async () => {
  await endTrial(owner);
  await addProduct(owner, "Milk");
  expect(await of(owner)).toMatchObject({
    is_trial: false,
    limits: { products: 100, sales_a_month: 50, users: 1 },
  });
});

test("SET-18: only the owner sees it", async () => {
  for (const role of ["manager", "cashier", "accountant"]) {
    const { token } = await suite.hire(role, owner);
    expect(statusAndText(await suite.call("GET", PATH, { token }))).toMatch(/^403 .*not-allowed/);
  }
});
