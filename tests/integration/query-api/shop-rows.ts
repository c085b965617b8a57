import type pg from "pg";

import { TenantId } from "#kernel/contract/ids.ts";

/** A Tuesday, noon UTC. */
export const NOW_MS = Date.parse("2026-03-10T12:00:00.000Z");
export const HEAD = 40;

export const OWN = TenantId.parse("00000000-0000-7000-8000-0000000000aa");
export const FOREIGN = TenantId.parse("00000000-0000-7000-8000-0000000000bb");

/** The same in both shops: only the tenant tells their rows apart. */
export const ID = {
  rice: "10000000-0000-7000-8000-000000000001",
  beans: "10000000-0000-7000-8000-000000000002",
  archived: "10000000-0000-7000-8000-000000000003",
  salt: "10000000-0000-7000-8000-000000000004",
  efua: "20000000-0000-7000-8000-000000000001",
  left: "20000000-0000-7000-8000-000000000002",
  erased: "20000000-0000-7000-8000-000000000003",
  today: "30000000-0000-7000-8000-000000000001",
  yesterday: "30000000-0000-7000-8000-000000000002",
  voided: "30000000-0000-7000-8000-000000000003",
  january: "30000000-0000-7000-8000-000000000004",
  euros: "30000000-0000-7000-8000-000000000005",
} as const;

export const PROJECTIONS = [
  "shops",
  "products",
  "customers",
  "sales",
  "daily_totals",
  "product_days",
  "product_totals",
];

export type Shop = Readonly<{
  tenantId: TenantId;
  /** In every text of the shop, so that a leak can be seen. */
  marker: string;
  timezone: string;
  currency: string;
  /** In which it sold too, besides its own. */
  otherCurrency: string;
  /** Every amount and quantity is times so much. */
  times: number;
}>;

export const OWN_SHOP: Shop = {
  tenantId: OWN,
  marker: "own",
  timezone: "Africa/Accra",
  currency: "GHS",
  otherCurrency: "EUR",
  times: 1,
};

/** Its clock says tomorrow while the own shop's says today; its names sort before and after the own. */
export const FOREIGN_SHOP: Shop = {
  tenantId: FOREIGN,
  marker: "FOREIGN",
  timezone: "Pacific/Kiritimati",
  currency: "USD",
  otherCurrency: "GHS",
  times: 1000,
};

type Row = Readonly<Record<string, unknown>>;

export async function insertRows(admin: pg.Pool, table: string, rows: readonly Row[]): Promise<void> {
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
  await fill("checkpoints", PROJECTIONS.map((projection) => ({ projection, seq: HEAD })));
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

function saleRows(shop: Shop): Row[] {
  const { marker, times } = shop;
  const line = (productId: string, quantity: number) => ({
    productId,
    name: `${marker} line`,
    quantity,
    listPriceMinor: 100 * times,
    unitPriceMinor: 105 * times,
    discountMinor: 0,
    taxMinor: 0,
    totalMinor: 105 * times * quantity,
  });
  const sale = (sale_id: string, day: string, row: Row) => ({
    sale_id,
    receipt_number: 42,
    store: 1,
    register: 2,
    occurred_ms: Date.parse(`${day}T10:00:00.000Z`),
    recorded_ms: Date.parse(`${day}T10:00:01.500Z`),
    business_date: day,
    currency: shop.currency,
    customer_name: `${marker} snapshot`,
    cashier_id: ID.efua,
    total_minor: 12_345 * times,
    tax_minor: 5 * times,
    tax: {},
    item_count: 4,
    payment_method: "mobile_money",
    tenders: [],
    lines: [line(ID.rice, 3), line(ID.beans, 1)],
    ...row,
  });
  return [
    sale(ID.today, "2026-03-10", { customer_id: ID.efua }),
    sale(ID.yesterday, "2026-03-09", { customer_id: ID.erased, receipt_number: null }),
    sale(ID.voided, "2026-03-10", { voided_ms: NOW_MS }),
    sale(ID.january, "2026-01-15", { customer_id: ID.left, total_minor: 100 * times }),
    sale(ID.euros, "2025-12-24", { currency: shop.otherCurrency, total_minor: 7 * times }),
  ];
}

function dailyTotalRows({ currency, otherCurrency, times }: Shop): Row[] {
  const total = (day: string, total_minor: number, row: Row = {}) => ({
    day,
    currency,
    orders: times,
    total_minor: total_minor * times,
    tax_minor: 0,
    ...row,
  });
  return [
    total("2026-03-10", 12_345),
    total("2026-03-09", 12_345),
    total("2026-03-05", 0, { orders: 0 }),
    total("2026-01-15", 100),
    total("2025-12-24", 7, { currency: otherCurrency }),
  ];
}

function productSales({ currency, otherCurrency, times }: Shop): [Row[], Row[]] {
  const sold = (product_id: string, quantity: number, revenue_minor: number) => ({
    product_id,
    currency,
    quantity: quantity * times,
    revenue_minor: revenue_minor * times,
  });
  return [
    [
      { day: "2026-03-10", ...sold(ID.rice, 3, 315) },
      { day: "2026-03-09", ...sold(ID.rice, 3, 315) },
      { day: "2026-03-09", ...sold(ID.beans, 1, 105) },
      { day: "2026-03-08", ...sold(ID.beans, 1, 7), currency: otherCurrency },
      { day: "2026-01-15", ...sold(ID.archived, 9, 9000) },
    ],
    [
      sold(ID.rice, 6, 630),
      sold(ID.beans, 1, 105),
      { ...sold(ID.beans, 1, 7), currency: otherCurrency },
      sold(ID.archived, 9, 9000),
      sold(ID.salt, 0, 0),
    ],
  ];
}
