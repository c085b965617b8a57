import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { failure, idOf, type Method, told } from "./ask.ts";
import { stockOf, written } from "./log-of.ts";
import { type Identity, openShops, ROLES, type Role, type Shops } from "./shops.ts";

type Ids = Readonly<Record<"product" | "customer" | "sale", string>>;

let shops: Shops;
let own: Ids;
let foreign: Ids;

async function furnished(as: Identity): Promise<Ids> {
  const product = await shops.addProduct("Milo", 1000, as);
  const customer = await shops.addCustomer("Ama", as);
  const sale = idOf(await shops.sell([[product, 1]], {}, { as }));
  return { product, customer, sale };
}

beforeAll(async () => {
  shops = await openShops();
  own = await furnished("owner");
  foreign = await furnished("foreign owner");
});
afterAll(() => shops.close());

type Write = Readonly<{
  method: Method;
  url: string;
  may: readonly Role[];
  /** The id that `url` or the body names. */
  names?: keyof Ids;
  body?: (id: string, ids: Ids) => object;
  missing?: string;
}>;

const OM: readonly Role[] = ["owner", "manager"];
const OMC: readonly Role[] = [...OM, "cashier"];
const OMS: readonly Role[] = [...OM, "stock_keeper"];
const items = (id: string) => [{ product_id: id, quantity: 1, unit_price: 4.5 }];

/** Decisions section 8. */
const WRITES: Readonly<Record<string, Write>> = {
  "adding a product": {
    method: "POST",
    url: "/api/products.php",
    may: OM,
    body: () => ({ name: "Tea", price: 1, stock: 1 }),
  },
  "changing a product": {
    method: "PUT",
    url: "/api/products.php",
    may: OMS,
    names: "product",
    body: (id) => ({ id, name: `Tea ${randomUUID()}` }),
    missing: "Product not found",
  },
  "changing a price": {
    method: "PUT",
    url: "/api/products.php",
    may: OM,
    names: "product",
    body: (id) => ({ id, price: Math.floor(Math.random() * 900_000) / 100 }),
    missing: "Product not found",
  },
  "deleting a product": {
    method: "DELETE",
    url: "/api/products.php",
    may: OM,
    names: "product",
    missing: "Product not found",
  },
  "moving stock": {
    method: "POST",
    url: "/api/v1/stock-movements",
    may: OMS,
    names: "product",
    body: (id) => ({ product_id: id, type: "add", quantity: 1 }),
    missing: "Product not found",
  },
  "adding a customer": {
    method: "POST",
    url: "/api/customers.php",
    may: OMC,
    body: () => ({ first_name: "A", last_name: "B" }),
  },
  "changing a customer": {
    method: "PUT",
    url: "/api/customers.php",
    may: OMC,
    names: "customer",
    body: (id) => ({ id, phone: randomUUID().slice(0, 20) }),
    missing: "Customer not found",
  },
  "deleting a customer": {
    method: "DELETE",
    url: "/api/customers.php",
    may: OM,
    names: "customer",
    missing: "Customer not found",
  },
  "recording a sale": {
    method: "POST",
    url: "/api/sales.php",
    may: OMC,
    names: "product",
    body: (id) => ({ items: items(id) }),
    missing: "Product not found",
  },
  "recording a sale to a customer": {
    method: "POST",
    url: "/api/sales.php",
    may: OMC,
    names: "customer",
    body: (id, { product }) => ({ customer_id: id, items: items(product) }),
    missing: "Customer not found",
  },
  "taking a sale back": {
    method: "DELETE",
    url: "/api/sales.php",
    may: OM,
    names: "sale",
    missing: "Sale not found",
  },
};

const asked = ({ method, url, names, body }: Write, as: Identity, id: string, ids = own) =>
  shops.ask(method, names && !body ? `${url}?id=${id}` : url, {
    as,
    ...(body ? { body: body(id, ids) } : {}),
  });

describe.each(Object.entries(WRITES))("%s", (name, write) => {
  test.for(ROLES.filter((role) => write.may.includes(role)))("is done for the %s", async (as) => {
    // What was archived by the one before would not be there for the next.
    const ids = await furnished("owner");
    const answer = await asked(write, as, ids[write.names ?? "product"], ids);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"success":true')]);
  });

  test.for(ROLES.filter((role) => !write.may.includes(role)))(
    "is refused to the %s",
    async (as) => {
      const before = await written(shops);
      const answer = await asked(write, as, own[write.names ?? "product"]);
      expect([answer.status, answer.body]).toEqual([
        403,
        failure("not-allowed", expect.any(String)),
      ]);
      expect(await written(shops)).toEqual(before);
    },
  );

  test.for([
    ["anonymous", 401, "not-signed-in"],
    ["expired", 401, "not-signed-in"],
    ["super_admin", 403, "wrong-audience"],
  ] as const)("is refused to somebody %s", async ([as, status, code]) => {
    const before = await written(shops);
    const answer = await asked(write, as, own[write.names ?? "product"]);
    expect([answer.status, answer.body]).toEqual([status, failure(code, expect.any(String))]);
    expect(await written(shops)).toEqual(before);
  });

  test("is refused where it names another shop, and noted", async () => {
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
  test("says of another shop's id what it says of one of nobody", async () => {
    const { names = "product", missing } = write;
    const before = await written(shops);
    const others = [foreign[names], foreign[names].toUpperCase(), own[OTHER_KIND[names]], "7"];
    const nobody = await asked(write, "owner", randomUUID());
    expect([nobody.status, nobody.body]).toEqual([404, failure(`${names}-not-found`, missing)]);
    for (const id of others) expect(told(await asked(write, "owner", id))).toBe(told(nobody));
    expect(await written(shops)).toEqual(before);
  });
});

const OTHER_KIND = { product: "customer", customer: "sale", sale: "product" } as const;

test("another shop keeps what it has, whatever was asked of it", async () => {
  expect(await stockOf({ ...shops, tenantId: shops.foreignTenantId }, foreign.product)).toBe(999);
});

describe("logging out", () => {
  const logOut = (as: Identity) => shops.ask("POST", "/api/v1/logout", { as });

  test.for([
    ["anonymous", 401],
    ["expired", 401],
  ] as const)("is refused to somebody %s", async ([as, status]) => {
    const before = await written(shops);
    expect((await logOut(as)).body).toEqual(failure("not-signed-in", expect.any(String)));
    expect((await logOut(as)).status).toBe(status);
    expect(await written(shops)).toEqual(before);
  });

  test("ends the session that asks, and no other, with an event that says why", async () => {
    const [{ seq = "" } = {}] = await shops.query<{ seq: string }>(
      "select seq from es.tenant_heads where tenant_id = $1",
      [shops.tenantId],
    );
    const answer = await logOut("auditor");
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(
      await shops.query("select type, data from es.events where tenant_id = $1 and seq > $2", [
        shops.tenantId,
        seq,
      ]),
    ).toMatchObject([{ type: "SessionsEnded", data: { reason: "signed-out" } }]);

    await expect.poll(async () => (await logOut("auditor")).status, { timeout: 5000 }).toBe(401);
    expect((await logOut("accountant")).status).toBe(200);
  });
});
