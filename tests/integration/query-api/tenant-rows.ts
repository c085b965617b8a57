import type pg from "pg";

import { dailyTotalRows, productSales, saleRows, splitTotals, voidRows } from "./sale-rows.ts";
import { HEAD, ID, NOW_MS, PROJECTIONS, type Row, type TenantSample } from "./two-tenants.ts";

export async function insertRows(
  admin: pg.Pool,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  // Only the given columns; the others keep their defaults.
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join();
  await admin.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

export async function fillTenant(admin: pg.Pool, shop: TenantSample): Promise<void> {
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
  await fill("rm_shops", [tenantRow(shop)]);
  await fill("rm_settings", [settingsRow(shop)]);
  await fill("rm_products", productRows(shop));
  await fill("rm_stock_movements", movementRows(shop));
  await fill("rm_customers", customerRows(shop));
  await fill("rm_sales", saleRows(shop));
  await fill("rm_takings", voidRows(shop));
  await fill("rm_daily_totals", dailyTotalRows(shop));
  const [days, totals] = productSales(shop);
  await fill("rm_product_days", days);
  await fill("rm_product_totals", totals);
  for (const [table, rows] of Object.entries(splitTotals(shop))) await fill(table, rows);
}

const tenantRow = ({ marker, currency, timezone }: TenantSample): Row => ({
  name: `${marker} shop`,
  currency,
  timezone,
  plan: "basic",
  status: "active",
  tax_rate_bp: 0,
  registered_ms: NOW_MS,
});

const settingsRow = ({ marker, currency, timezone, times }: TenantSample): Row => ({
  business_name: `${marker} shop`,
  currency,
  timezone,
  tax_rate_bp: 0,
  oversell_policy: "block",
  cashiers_see_takings: times === 1,
  email_provider: "none",
  payment_provider: "none",
  business_version: 1,
  email_notifications: true,
  low_stock_alerts: true,
  sales_reports: true,
  payment_notifications: true,
  system_alerts: true,
  customer_notifications: false,
  low_stock_threshold: 10 * times,
  report_frequency: "monthly",
  email_time: "09:00",
  notifications_version: 1,
});

function productRows({ marker, currency, times }: TenantSample): Row[] {
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

/** Oldest first. A movement of the same number has another cause for each tenant. */
function movementRows({ marker, times }: TenantSample): Row[] {
  const movement = (seq: number, kind: string, delta: number, row: Row) => ({
    product_id: ID.rice,
    seq,
    kind,
    delta: delta * times,
    reason: `${marker} reason`,
    actor_id: ID.efua,
    occurred_ms: NOW_MS - 1000,
    recorded_ms: NOW_MS,
    ...row,
  });
  return [
    movement(2, "opening", 9, { after: 9 * times, reason: null }),
    movement(7, "adjustment", -2, { after: 7 * times }),
    movement(8, "sale", -3, { after: 4 * times, sale_id: ID.today, reason: null }),
    movement(9, "count", -1, { after: 3 * times, reason: null }),
    movement(11, "opening", 20, { product_id: ID.salt, after: 20 * times, reason: null }),
  ];
}

function customerRows({ marker }: TenantSample): Row[] {
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
