import "reflect-metadata";
import { randomUUID } from "node:crypto";

import { DataSource, type EntityManager } from "typeorm";

import {
  type RecordedSale,
  type SaleToRecord,
  serveSales,
} from "#tests/bench/servers/sale-server.ts";

import { Counter, Key, Product, Sale, SaleLine } from "./entities.ts";

// The same sale through TypeORM, as its documentation writes transactions: entities are locked,
// loaded, changed, saved.

const POOL_SIZE = 10;
const source = new DataSource({
  type: "postgres",
  url: process.env["DATABASE_URL"] ?? "",
  schema: "crud",
  entities: [Product, Counter, Sale, SaleLine, Key],
  extra: { max: POOL_SIZE },
});
await source.initialize();

await serveSales(Number(process.env["PORT"]), (sale) =>
  source.transaction((manager) => recordSale(manager, sale)),
);

async function recordSale(
  manager: EntityManager,
  { tenantId, key, items, paymentMethod }: SaleToRecord,
): Promise<RecordedSale> {
  if (await manager.findOneBy(Key, { tenantId, key })) {
    throw new Error("the benchmark sends no key twice");
  }
  const id = randomUUID();
  const lines = items.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1));
  let totalMinor = 0;
  const saleLines = [];
  for (const { product_id: productId, quantity } of lines) {
    const product = await manager.findOneOrFail(Product, {
      where: { tenantId, id: productId },
      lock: { mode: "pessimistic_write" },
    });
    if (product.stock < quantity) throw new Error("insufficient stock");
    product.stock -= quantity;
    await manager.save(Product, product);
    totalMinor += product.priceMinor * quantity;
    const { name, priceMinor: unitPriceMinor } = product;
    saleLines.push({ tenantId, saleId: id, productId, name, quantity, unitPriceMinor });
  }
  const counter = await manager.findOneOrFail(Counter, {
    where: { tenantId },
    lock: { mode: "pessimistic_write" },
  });
  counter.value += 1;
  await manager.save(Counter, counter);
  const receipt = counter.value;
  await manager.save(Sale, {
    tenantId,
    id,
    receipt,
    totalMinor,
    paymentMethod,
    createdAt: new Date(),
  });
  await manager.save(SaleLine, saleLines);
  await manager.save(Key, { tenantId, key, saleId: id });
  return { id, receipt, totalMinor };
}
