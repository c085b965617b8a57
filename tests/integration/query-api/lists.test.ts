import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openQueryApi, type QueryApi } from "./query-api.ts";
import { ID, OWN } from "./two-tenants.ts";

let api: QueryApi;

beforeAll(async () => {
  api = await openQueryApi();
});
afterAll(() => api.close());

type Item = { id: string; [field: string]: unknown };

async function listOf(url: string) {
  const response = await api.get(url);
  expect(response.statusCode).toBe(200);
  const { success, data } = response.json<{ success: boolean; data: Item[] }>();
  expect(success).toBe(true);
  return { data, ids: data.map(({ id }) => id), total: response.headers["x-total-count"] };
}

describe("GET /api/products.php", () => {
  it("lists products by name, ignoring case, without archived ones", async () => {
    const { data, total } = await listOf("/api/products.php");

    expect(total).toBe("3");
    expect(data).toEqual([
      {
        id: ID.beans,
        name: "Beans own",
        description: "own description",
        price: 0.01,
        stock: 8, // 100 pieces, 12 to a bag
        stock_exact: 100,
        sku: "own-sku",
        barcodes: [],
        category: null,
        unit: { name: "bag", per_unit: 12 },
        cost: null,
        reorder_point: null,
        track_stock: true,
        picture: null,
        tax_category: "standard",
        archived: false,
        version: 1,
        created_at: "2026-03-10T11:59:55.000Z",
        updated_at: "2026-03-10T12:00:00.000Z",
      },
      expect.objectContaining({ id: ID.rice, name: "rice own", price: 25.5, stock: 3 }),
      expect.objectContaining({ id: ID.salt, category: "own spices", reorder_point: 21 }),
    ]);
  });

  it("is paged on request", async () => {
    expect(await listOf("/api/products.php?limit=2")).toMatchObject({
      ids: [ID.beans, ID.rice],
      total: "3",
    });
    expect(await listOf("/api/products.php?limit=2&page=2")).toMatchObject({ ids: [ID.salt] });
    expect(await listOf("/api/products.php?page=999999999999999")).toMatchObject({
      ids: [],
      total: "3",
    });
  });
});

describe("GET /api/customers.php", () => {
  it("CUST-12: lists customers without archived and erased ones", async () => {
    const { data, total } = await listOf("/api/customers.php");

    expect(total).toBe("1");
    expect(data).toEqual([
      {
        id: ID.efua,
        first_name: "Efua",
        last_name: "own",
        email: "own@example.com",
        phone: "+233 own",
        address: "1 own Street",
        archived: false,
        version: 1,
        created_at: "2026-03-10T11:59:51.000Z",
        updated_at: "2026-03-10T12:00:00.000Z",
      },
    ]);
  });
});

describe("GET /api/sales.php", () => {
  it("lists sales with their lines, newest first, without voided ones", async () => {
    const { data, ids, total } = await listOf("/api/sales.php");

    expect([ids, total]).toEqual([[ID.today, ID.yesterday, ID.january, ID.euros], "4"]);
    expect(data[0]).toEqual({
      id: ID.today,
      receipt_number: "1-2-42",
      customer_id: ID.efua,
      first_name: "Efua",
      last_name: "own",
      total_amount: 123.45,
      tax_amount: 0.05,
      currency: "GHS",
      created_at: "2026-03-10T10:00:00.000Z",
      occurred_at: "2026-03-10T10:00:00.000Z",
      recorded_at: "2026-03-10T10:00:01.500Z",
      item_count: 2,
      unit_count: 4,
      payment_method: "mobile_money",
      items: [
        { product_id: ID.rice, name: "own line", quantity: 3, unit_price: 1.05, total: 3.15 },
        { product_id: ID.beans, name: "own line", quantity: 1, unit_price: 1.05, total: 1.05 },
      ],
      possible_duplicate_of: null,
    });
    // An erased customer is a walk-in customer; the sale's snapshot of the name is not shown.
    expect(data[1]).toMatchObject({ first_name: null, last_name: null, receipt_number: null });
  });

  it("API-07: ends after the newest 1,000 and says how many there are", async () => {
    await api.admin.query(
      `insert into rm.rm_sales
       select (json_populate_record(s, json_build_object('sale_id', gen_random_uuid(), 'occurred_ms', i))).*
         from rm.rm_sales s, generate_series(1, 1200) i
        where s.tenant_id = $1 and s.sale_id = $2`,
      [OWN, ID.today],
    );
    await api.admin.query(
      "update rm.rm_daily_totals set orders = orders + 1200 where tenant_id = $1 and day = '2026-03-10'",
      [OWN],
    );

    const whole = await listOf("/api/sales.php");
    expect([whole.ids.length, whole.total, whole.data[999]?.["created_at"]]).toEqual([
      1000,
      "1204",
      "1970-01-01T00:00:00.205Z",
    ]);
    expect((await listOf("/api/sales.php?limit=999999")).ids).toEqual(whole.ids);
    expect((await listOf("/api/sales.php?limit=1000&page=2")).ids).toHaveLength(204);
  });
});
