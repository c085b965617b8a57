import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { failure, idOf, statusAndText } from "./ask.ts";
import { type Identity, ROLES } from "./identities.ts";
import { stockOf, written } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";
import { type Ids, type Write, WRITES } from "./writes.ts";

let shops: TwoTenants;
let own: Ids;
let foreign: Ids;

async function furnished(as: Identity): Promise<Ids> {
  const product = await shops.addProduct("Milo", 1000, as);
  const customer = await shops.addCustomer("Ama", as);
  const sale = idOf(await shops.sell([[product, 1]], {}, { as }));
  return { product, customer, sale };
}

beforeAll(async () => {
  shops = await openTwoTenants();
  own = await furnished("owner");
  foreign = await furnished("foreign owner");
});
afterAll(() => shops.close());

const asked = ({ method, url, names, body }: Write, as: Identity, id: string, ids = own) =>
  shops.ask(method, names && !body ? `${url}?id=${id}` : url, {
    as,
    ...(body ? { body: body(id, ids) } : {}),
  });

describe.each(Object.entries(WRITES))("%s", (name, write) => {
  test.for(ROLES.filter((role) => write.may.includes(role)))("allows the %s", async (as) => {
    // The next role needs things that this one archived.
    const ids = await furnished("owner");
    const answer = await asked(write, as, ids[write.names ?? "product"], ids);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"success":true')]);
  });

  test.for(ROLES.filter((role) => !write.may.includes(role)))("refuses the %s", async (as) => {
    const before = await written(shops);
    const answer = await asked(write, as, own[write.names ?? "product"]);
    expect([answer.status, answer.body]).toEqual([403, failure("not-allowed", expect.any(String))]);
    expect(await written(shops)).toEqual(before);
  });

  test.for([
    ["anonymous", 401, "not-signed-in"],
    ["expired", 401, "not-signed-in"],
    ["super_admin", 403, "wrong-audience"],
  ] as const)("refuses a request %s", async ([as, status, code]) => {
    const before = await written(shops);
    const answer = await asked(write, as, own[write.names ?? "product"]);
    expect([answer.status, answer.body]).toEqual([status, failure(code, expect.any(String))]);
    expect(await written(shops)).toEqual(before);
  });

  test("refuses the name of another tenant and logs the attempt", async () => {
    const before = await written(shops);
    const { method, url, names, body } = write;
    const id = own[names ?? "product"];
    const answer = await shops.ask(
      method,
      `${url}?tenant_id=${shops.foreignTenantId}${names && !body ? `&id=${id}` : ""}`,
      body ? { body: body(id, own) } : {},
    );
    expect([name, answer.status, answer.body]).toEqual([
      name,
      403,
      failure("other-tenant", expect.any(String)),
    ]);
    expect(await written(shops)).toEqual(before);
    const noted = await shops.query(
      "select 1 from audit.access_log where request_id = $1 and action = 'refused-right'",
      [answer.headers["x-request-id"]],
    );
    expect(noted).toHaveLength(1);
  });
});

describe.each(Object.entries(WRITES).filter(([, { names }]) => names))("%s", (_name, write) => {
  test("answers another tenant's id like an unknown one", async () => {
    const { names = "product", missing } = write;
    const before = await written(shops);
    const others = [foreign[names], foreign[names].toUpperCase(), own[OTHER_KIND[names]], "7"];
    const unknown = await asked(write, "owner", randomUUID());
    expect([unknown.status, unknown.body]).toEqual([404, failure(`${names}-not-found`, missing)]);
    for (const id of others) {
      expect(statusAndText(await asked(write, "owner", id))).toBe(statusAndText(unknown));
    }
    expect(await written(shops)).toEqual(before);
  });
});

const OTHER_KIND = { product: "customer", customer: "sale", sale: "product" } as const;

test("another tenant's data stays unchanged", async () => {
  expect(await stockOf({ ...shops, tenantId: shops.foreignTenantId }, foreign.product)).toBe(999);
});
