import type pg from "pg";

import { dailyTotalRows, productSales, saleRows } from "./sale-rows.ts";
import { HEAD, ID, NOW_MS, PROJECTIONS, type Row, type Shop } from "./shop.ts";

export async function insertRows(
  admin: pg.Pool,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  await admin.query(
    `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

export async function fillShop(admin: pg.Pool, shop: Shop): Promise<void> {
  const of = (rows: readonly Row[]) => rows.map((row) => ({ tenant_id: shop.tenantId, ...row }));
  const fill = (table: string, rows: readonly Row[]) => insertRows(admin, `rm.${table}`, of(rows));
  await admin.query("insert into es.tenant_heads (tenant_id, seq, chain) values ($1, $2, '')", [
    shop.tenantId,
    HEAD,
  ]);
  await fill(
    "checkpoints",
    PROJECTIONS.map((projection) => ({ projection, seq: HEAD })),
  );
  await fill("rm_shops", [shopRow(shop)]);
  await fill("rm_products", productRows(shop));
  await fill("rm_customers", customerRows(shop));
  await fill("rm_sales", saleRows(shop));
  await fill("rm_daily_totals", dailyTotalRows(shop));
  const [days, totals] = productSales(shop);
  await fill("rm_product_days", days);
  await fill("rm_product_totals", totals);
}

const shopRow = ({ marker, currency, timezone }: Shop): Row => ({
  name: `${marker} shop`,
  currency,
  timezone,
  plan: "basic",
  status: "active",
  tax_rate_bp: 0,
  registered_ms: NOW_MS,
});

function productRows({ marker, currency, times }: Shop): Row[] {
  const product = (product_id: string, name: string, row: Row) => ({
    product_id,
    name: `${name} ${marker}`,
    description: `${marker} description`,
    price_minor: 2550 * times,
    currency,
    sku: `${marker}-sku`,
    archived: false,
    version: 1,
    created_ms: NOW_MS - 5000,
    updated_ms: NOW_MS,
    ...row,
  });
  return [
    product(ID.rice, "rice", { stock: 3 }),
    product(ID.beans, "Beans", { stock: 100, unit: { name: "bag", perUnit: 12 }, price_minor: 1 }),
    product(ID.archived, "Archived", { stock: 0, archived: true }),
    product(ID.salt, "salt", { stock: 20, reorder_point: 21, category: `${marker} spices` }),
  ];
}

function customerRows({ marker }: Shop): Row[] {
  const customer = (customer_id: string, first_name: string | null, row: Row) => ({
    customer_id,
    first_name,
    last_name: first_name === null ? null : marker,
    email: `${marker}@example.com`,
    phone: `+233 ${marker}`,
    address: `1 ${marker} Street`,
    archived: false,
    version: 1,
    created_ms: NOW_MS - 9000,
    updated_ms: NOW_MS,
    ...row,
  });
  return [
    customer(ID.efua, "Efua", {}),
    customer(ID.left, "Left", { archived: true }),
    customer(ID.erased, null, { email: null, phone: null, address: null }),
  ];
}
