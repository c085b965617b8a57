import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { type Identity, openQueryApi, type QueryApi } from "./query-api.ts";
import { HEAD, ID, OWN } from "./two-tenants.ts";

// Answers that the process keeps: sent again only for the state, tenant, role and question that they
// were made for. Both tenants have things of the same ids.

let api: QueryApi;

beforeAll(async () => {
  api = await openQueryApi({ keeps: true });
});
afterAll(() => api.close());
afterEach(() => void vi.restoreAllMocks());

const PRODUCTS = "/api/products.php";
const SALES = "/api/sales.php";
const KEPT = ["/api/dashboard.php?period=30", "/api/sales/reports.php", PRODUCTS, SALES];

const UNPACK = new Map([
  ["identity", (body: Buffer) => body],
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
]);

const payloadOf = async (url: string, as: Identity = "owner") => (await api.get(url, as)).payload;

/** The names of the statements that a request needs, without that of its session. */
async function statementsOf(url: string): Promise<string[]> {
  const query = vi.spyOn(api.pool, "query");
  await api.get(url);
  const names = query.mock.calls.map(([asked]: readonly unknown[]) =>
    typeof asked === "object" && asked !== null && "name" in asked ? String(asked.name) : "",
  );
  query.mockRestore();
  return names.filter((name) => name !== "auth.sessions_at_once");
}

let head = HEAD;

/** Changes rows, and moves log and read models on by one event. */
async function change(sql: string, { isProjected = true } = {}): Promise<void> {
  head += 1;
  await api.admin.query(sql);
  await api.admin.query("update es.tenant_heads set seq = $2 where tenant_id = $1", [OWN, head]);
  if (isProjected) await project();
}

const project = () =>
  api.admin.query("update rm.checkpoints set seq = $2 where tenant_id = $1", [OWN, head]);

const sellOne = `update rm.rm_products set stock = stock - 1, updated_ms = updated_ms + 1
                  where tenant_id = '${OWN}' and product_id = '${ID.rice}'`;

type Product = { id: string; name: string; stock: number };

async function rice(url = PRODUCTS): Promise<Product | undefined> {
  const response = await api.get(url);
  return response.json<{ data: Product[] }>().data.find(({ id }) => id === ID.rice);
}

describe.each(KEPT)("%s", (url) => {
  it("is made once for a state, and then sent again with the same headers", async () => {
    const first = await api.get(url);
    const names = await statementsOf(url);
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/-progress$/);
    const again = await api.get(url);
    const of = ({ headers, payload }: typeof first) => [
      { ...headers, "x-request-id": "", date: "" },
      payload,
    ];
    expect(of(again)).toEqual(of(first));
  });

  it("is the same text in every encoding", async () => {
    const plain = await payloadOf(url);
    for (const coding of ["gzip", "br", "identity", "gzip", "br"]) {
      const { rawPayload, headers } = await api.get(url, "owner", { "accept-encoding": coding });
      const used = headers["content-encoding"] ?? "identity";
      expect(["identity", coding]).toContain(used);
      expect(UNPACK.get(used)?.(rawPayload).toString()).toBe(plain);
    }
  });

  it("is never that of another tenant or role", async () => {
    const identities = ["owner", "foreign owner", "manager", "accountant", "cashier"] as const;
    const asked: [Identity, number, string][] = [];
    for (const identity of [...identities, ...identities.toReversed()]) {
      const { statusCode, payload } = await api.get(url, identity);
      // A refusal names its request.
      asked.push([identity, statusCode, statusCode === 200 ? payload : ""]);
    }
    const owners = asked[0]?.[2];
    for (const [index, [identity, status, payload]] of asked
      .slice(0, identities.length)
      .entries()) {
      expect([identity, status, payload]).toEqual(asked.at(-1 - index));
      const isForeign = identity === "foreign owner";
      expect([payload.includes("FOREIGN") && !isForeign, payload === owners && isForeign]).toEqual([
        false,
        false,
      ]);
    }
  });
});

it("a cashier never gets the figures that an owner's dashboard was kept with", async () => {
  const url = "/api/dashboard.php?period=30";
  const owner = await api.get(url);
  const cashier = await api.get(url, "cashier");
  expect(owner.json<{ data: { growth: unknown } }>().data.growth).not.toBeNull();
  expect(cashier.json<{ data: { growth: unknown } }>().data.growth).toBeNull();
});

describe("after a change", () => {
  it("the next list shows it", async () => {
    for (let times = 0; times < 3; times += 1) {
      const before = await rice();
      await change(sellOne);
      expect((await rice())?.stock).toBe((before?.stock ?? 0) - 1);
      expect(await statementsOf(PRODUCTS)).toEqual(["products-text-progress"]);
    }
  });

  it("no list is sent again while the read models lag", async () => {
    const before = await rice();
    await change(sellOne, { isProjected: false });
    const { headers } = await api.get(PRODUCTS);
    expect([headers["x-stale"], headers.etag]).toEqual(["1", undefined]);
    await project();
    expect((await rice())?.stock).toBe((before?.stock ?? 0) - 1);
  });

  it("each of many that ask together sees it", async () => {
    await rice();
    await change(sellOne);
    const { rows } = await api.admin.query<{ stock: number }>(
      "select stock from rm.rm_products where tenant_id = $1 and product_id = $2",
      [OWN, ID.rice],
    );
    const seen = await Promise.all(Array.from({ length: 8 }, () => rice()));
    expect(seen.map((one) => one?.stock)).toEqual(seen.map(() => rows[0]?.stock));
  });

  it("a list is made again when its table was rebuilt, though the log is the same", async () => {
    await rice();
    await api.admin.query(`
      alter table rm.rm_products rename to old_products;
      create table rm.rm_products (like rm.old_products including all);
      insert into rm.rm_products select * from rm.old_products;
      update rm.rm_products set name = 'rebuilt' where product_id = '${ID.rice}';
      select rm.protect('rm.rm_products');
      drop table rm.old_products;`);
    expect((await rice())?.name).toBe("rebuilt");
  });
});

describe("another question", () => {
  it("gets its own answer: other products, a page, and what was found", async () => {
    const asked = [
      PRODUCTS,
      `${PRODUCTS}?archived=true`,
      `${PRODUCTS}?limit=1`,
      `${SALES}?limit=1`,
    ];
    const first = [];
    for (const url of asked) first.push(await payloadOf(url));
    expect(new Set(first).size).toBe(asked.length);
    for (const [index, url] of asked.entries()) expect(await payloadOf(url)).toBe(first[index]);
  });

  it("has a tag of its own", async () => {
    const { headers } = await api.get(PRODUCTS);
    const held = { "if-none-match": headers.etag ?? "" };
    expect((await api.get(PRODUCTS, "owner", held)).statusCode).toBe(304);
    expect((await api.get(`${PRODUCTS}?archived=true`, "owner", held)).statusCode).toBe(200);
  });

  it.each([`${PRODUCTS}?search=rice`, `${PRODUCTS}?since=2020-01-01T00:00:00Z`])(
    "%s is not kept",
    async (url) => {
      await api.get(url);
      const names = await statementsOf(url);
      expect(names).toHaveLength(1);
      expect(names[0]).not.toMatch(/-progress$/);
    },
  );
});
