import { randomUUID } from "node:crypto";

import type pg from "pg";

const TABLES = `
  create schema crud;
  create table crud.products (
    tenant_id uuid, id uuid, name text not null, price_minor bigint not null,
    stock int not null check (stock >= 0), primary key (tenant_id, id));
  create table crud.counters (tenant_id uuid primary key, value int not null);
  create table crud.sales (
    tenant_id uuid, id uuid, receipt int not null, total_minor bigint not null, payment_method text not null,
    created_at timestamptz not null, primary key (tenant_id, id));
  create table crud.sale_lines (
    id bigserial primary key, tenant_id uuid not null, sale_id uuid not null, product_id uuid not null,
    name text not null, quantity int not null, unit_price_minor bigint not null);
  create index on crud.sale_lines (tenant_id, sale_id);
  create table crud.keys (tenant_id uuid, key uuid, sale_id uuid not null, primary key (tenant_id, key));`;

const STOCK = 1_000_000_000;

export type CrudShop = Readonly<{ tenantId: string; products: readonly string[] }>;

/** The tables of the two other servers, and shops with products that never run out. */
export async function createCrudShops(
  admin: pg.Pool,
  { shops, products }: Readonly<{ shops: number; products: number }>,
): Promise<CrudShop[]> {
  await admin.query(TABLES);
  const made: CrudShop[] = [];
  for (let n = 0; n < shops; n++) {
    const shop = { tenantId: randomUUID(), products: Array.from({ length: products }, randomUUID) };
    await admin.query("insert into crud.counters values ($1, 0)", [shop.tenantId]);
    await admin.query(
      "insert into crud.products select $1, id, 'Milo 400g', 4500, $3 from unnest($2::uuid[]) id",
      [shop.tenantId, shop.products, STOCK],
    );
    made.push({ ...shop, products: shop.products.map(String) });
  }
  await admin.query("analyze");
  return made;
}
