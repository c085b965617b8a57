import { gunzipSync } from "node:zlib";

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { type Identity, openQueryApi, type QueryApi } from "./query-api.ts";
import { HEAD, ID, OWN } from "./two-tenants.ts";

let api: QueryApi;

beforeAll(async () => {
  api = await openQueryApi({ keeps: true });
});
afterAll(() => api.close());
afterEach(() => void vi.restoreAllMocks());

const ROUTES = [
  "/api/dashboard.php",
  "/api/products.php",
  "/api/sales.php",
  "/api/v1/sales?sort=oldest",
  "/api/sales/reports.php",
  "/api/customers.php",
];

const tagOf = async (url: string, as: Identity = "owner"): Promise<string> => {
  const { headers } = await api.get(url, as);
  return headers.etag ?? "";
};

describe.each(ROUTES)("%s", (url) => {
  it("may be cached by its reader alone, who must revalidate each time", async () => {
    const { headers } = await api.get(url);

    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]{32}"$/),
      "cache-control": "private, no-cache",
      vary: "Authorization, Accept-Encoding",
      "content-type": "application/json; charset=utf-8",
    });
  });

  it("is not sent again to a client that has it", async () => {
    const tag = await tagOf(url);
    const response = await api.get(url, "owner", { "if-none-match": `"other", ${tag}` });

    expect([response.statusCode, response.payload]).toEqual([304, ""]);
    expect(response.headers).toMatchObject({ etag: tag, "cache-control": "private, no-cache" });
  });

  it("is one call to the database, also for a 304", async () => {
    const tag = await tagOf(url);
    const query = vi.spyOn(api.pool, "query");

    await api.get(url);
    expect(query).toHaveBeenCalledTimes(1);
    await api.get(url, "owner", { "if-none-match": tag });
    expect(query).toHaveBeenCalledTimes(2);
  });

  it("has a HEAD with the same headers and no body", async () => {
    const [whole, head] = [await api.get(url), await api.head(url)];

    expect([head.statusCode, head.payload]).toEqual([200, ""]);
    for (const name of ["etag", "content-type", "content-length", "x-total-count", "vary"]) {
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
    }
    const again = await api.head(url, "owner", { "if-none-match": whole.headers.etag ?? "" });
    expect(again.statusCode).toBe(304);
  });
});

describe.each(["/api/dashboard.php", "/api/sales/reports.php"])("%s in memory", (url) => {
  it("is computed again only after a change, for its own tenant and role alone", async () => {
    const before = await api.get(url);
    expect((await api.get(url)).payload).toBe(before.payload);
    const [foreign, cashier] = [
      await api.get(url, "foreign owner"),
      await api.get("/api/dashboard.php", "cashier"),
    ];
    expect([foreign.payload, cashier.payload]).not.toContain(before.payload);

    await api.admin.query(
      "update rm.rm_daily_totals set orders = orders + 1 where tenant_id = $1",
      [OWN],
    );
    expect((await api.get(url)).payload).toBe(before.payload); // no event says that it changed
    await moveOn();
    const after = await api.get(url);
    expect(after.payload).not.toBe(before.payload);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect((await api.get(url, "foreign owner")).payload).toBe(foreign.payload);
  });
});

let head = HEAD;

/** One more event, applied by all read models. */
async function moveOn(): Promise<void> {
  head += 1;
  for (const table of ["es.tenant_heads", "rm.checkpoints"]) {
    await api.admin.query(`update ${table} set seq = $2 where tenant_id = $1`, [OWN, head]);
  }
}

describe("the tag of an answer", () => {
  it("differs by tenant, role, query and route", async () => {
    const tags = [
      await tagOf("/api/customers.php"),
      await tagOf("/api/customers.php", "foreign owner"),
      await tagOf("/api/customers.php", "auditor"),
      await tagOf("/api/customers.php?limit=1"),
      await tagOf("/api/products.php"),
      await tagOf("/api/products.php", "manager"),
      await tagOf("/api/dashboard.php"),
      await tagOf("/api/dashboard.php?period=7"),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });

  it("is the same for an equivalent query", async () => {
    expect(await tagOf(`/api/products.php?tenant_id=${OWN}&_=1`)).toBe(
      await tagOf("/api/products.php"),
    );
  });

  it("changes at local midnight", async () => {
    const url = "/api/dashboard.php?period=7";
    const before = await tagOf(url);
    api.time.nowMs += 11 * 3_600_000;
    expect(await tagOf(url)).toBe(before);
    api.time.nowMs += 3_600_000;
    expect(await tagOf(url)).not.toBe(before);
  });

  it("changes when a table is rebuilt, though the checkpoint is the same", async () => {
    const before = await tagOf("/api/products.php");
    await api.admin.query(`
      alter table rm.rm_products rename to old_products;
      create table rm.rm_products (like rm.old_products including all);
      insert into rm.rm_products select * from rm.old_products;
      select rm.protect('rm.rm_products');
      drop table rm.old_products;`);

    const response = await api.get("/api/products.php", "owner", { "if-none-match": before });
    expect(response.statusCode).toBe(200);
    expect(response.headers.etag).not.toBe(before);
  });

  it("changes after an event, for that tenant alone", async () => {
    const [own, foreign] = [
      await tagOf("/api/products.php"),
      await tagOf("/api/products.php", "foreign owner"),
    ];
    await moveOn();

    const response = await api.get("/api/products.php", "owner", { "if-none-match": own });
    expect(response.statusCode).toBe(200);
    expect(response.headers.etag).not.toBe(own);
    expect(await tagOf("/api/products.php", "foreign owner")).toBe(foreign);
  });
});

it("compresses a long list for a client that accepts it", async () => {
  await api.admin.query(
    `insert into rm.rm_products
     select (json_populate_record(p, json_build_object('product_id', gen_random_uuid()))).*
       from rm.rm_products p, generate_series(1, 100) where p.tenant_id = $1 and p.product_id = $2`,
    [OWN, ID.rice],
  );
  await moveOn();
  const [plain, packed] = [
    await api.get("/api/products.php"),
    await api.get("/api/products.php", "owner", { "accept-encoding": "gzip" }),
  ];

  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload);
});
