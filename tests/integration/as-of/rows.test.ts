import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import type { TenantId } from "#kernel/contract/ids.ts";
import { createSealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import { consume } from "#projector/consume.ts";
import { createCopier } from "#projector/past/copy-sums.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { fromLog } from "#projector/sources.ts";
import { ask } from "#query-api/ask.query.ts";
import { CHANGED_CUSTOMERS, CUSTOMERS } from "#query-api/customer/customers.query.ts";
import { CHANGED_PRODUCTS } from "#query-api/product/products.query.ts";
import { BY_PRODUCT } from "#query-api/report/by-product.query.ts";
import { createShopLog, id, type ShopLog, tenantOf } from "#tests/kit/builders/shop-log.ts";
import {
  openProjectorDatabase,
  type ProjectorDatabase,
} from "#tests/kit/database/projector-database.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";

const DATA_KEY = Buffer.alloc(32, 7);
const EFUA = id(0xe1);
const ALL = { offset: 0, sinceMs: 0, seesContacts: true };

let database: ProjectorDatabase;
let reader: ReturnType<typeof poolAs>;
beforeAll(async () => {
  database = await openProjectorDatabase();
  reader = poolAs("query_ro", database.adminUrl, 2);
});
afterAll(async () => {
  await reader.end();
  await database.close();
});

const project = (tenantId: TenantId, projections: readonly Projection[] = PROJECTIONS) =>
  consume(
    { pool: database.projector, dataKey: DATA_KEY },
    { tenantIds: [tenantId], projections },
    fromLog(),
  );

async function registerTenant(n: number): Promise<ShopLog> {
  const tenantId = tenantOf(n);
  const sealer = createSealer({ dataKey: DATA_KEY, ...subjectKeys(database.writer) });
  const shop = createShopLog(database.writer, tenantId);
  shop.register();
  shop.addProduct(1, 100);
  shop.customer("CustomerAdded", EFUA, {
    firstName: await sealer.seal(tenantId, EFUA, "Efua"),
    lastName: await sealer.seal(tenantId, EFUA, "Mensah"),
  });
  await shop.flush();
  await project(tenantId);
  return shop;
}

const things = async (tenantId: TenantId, seq: number) => {
  const asked = { tenantId, nowMs: 1, args: ALL, seq };
  const products = await ask(reader, CHANGED_PRODUCTS.all, asked);
  const customers = await ask(reader, CHANGED_CUSTOMERS.all, asked);
  return z.array(z.unknown()).parse(JSON.parse(`[${products.items},${customers.items}]`));
};

test("current rows that are ahead of their history are not used for the past", async () => {
  const shop = await registerTenant(1);
  const seq = 3;
  const before = await things(shop.tenantId, seq);
  expect(before).toMatchObject([{ name: "Product 1", stock: 100 }, { first_name: "Efua" }]);
  shop.changeProduct(1, "ProductArchived");
  shop.customer("CustomerArchived", EFUA, {});
  await shop.flush();
  const ahead = PROJECTIONS.filter(({ name }) => name === "products" || name === "customers");
  await project(shop.tenantId, ahead);

  expect(await things(shop.tenantId, seq)).toEqual(before);
  await project(shop.tenantId);
  expect(await things(shop.tenantId, seq)).toEqual(before);
});

test("a day's sums that are ahead of the journal are not used for the past", async () => {
  const shop = await registerTenant(4);
  shop.sell(1, [{ product: 1, quantity: 2 }]);
  await shop.flush();
  await project(shop.tenantId);
  const seq = 4;
  const sold = async () => {
    const asked = {
      tenantId: shop.tenantId,
      nowMs: 1,
      args: { from: "2026-03-02", to: "2026-03-02" },
      seq,
    };
    return (await ask(reader, BY_PRODUCT.question, asked)).body.rows;
  };
  const before = await sold();
  expect(before).toMatchObject([{ quantity: 2 }]);
  shop.sell(2, [{ product: 1, quantity: 5 }]);
  await shop.flush();
  await project(
    shop.tenantId,
    PROJECTIONS.filter(({ name }) => name === "product_days"),
  );

  expect(await sold()).toEqual(before);
  await project(shop.tenantId);
  expect(await sold()).toEqual(before);
});

test("an erased customer is erased from the past too, and counts at no moment", async () => {
  const shop = await registerTenant(2);
  const asked = { tenantId: shop.tenantId, nowMs: 1, args: ALL, seq: 3 };
  expect((await ask(reader, CUSTOMERS.all, asked)).body.items).toHaveLength(1);
  shop.customer("CustomerErased", EFUA, {});
  await shop.flush();
  await project(shop.tenantId);

  expect((await ask(reader, CUSTOMERS.all, asked)).body).toMatchObject({ total: 0, items: [] });
  const { rows } = await database.admin.query(
    "select from rm.rm_changes c where c.tenant_id = $1 and (c.personal is not null or c.changes::text ~ 'Efua')",
    [shop.tenantId],
  );
  expect(rows).toEqual([]);
});

test("two copiers at once copy once, and continue from the last copy", async () => {
  const shop = await registerTenant(3);
  for (let sale = 1; sale <= 30; sale += 1) shop.sell(sale, [{ product: 1, quantity: 1 }]);
  await shop.flush();
  await project(shop.tenantId);
  const copiers = Array.from({ length: 4 }, () =>
    createCopier({ pool: database.projector, every: 10 }),
  );
  await Promise.all(copiers.map((copy) => copy()));
  await copiers[0]?.();
  const { rows } = await database.admin.query<{ seq: string; orders: number }>(
    `select k.seq, d.orders from rm.copied k
       join rm.copies_daily_totals d on d.tenant_id = k.tenant_id and d.seq = k.seq
      where k.tenant_id = $1 order by k.seq`,
    [shop.tenantId],
  );
  expect(rows.map(({ seq, orders }) => [Number(seq), orders])).toEqual([
    [10, 7],
    [20, 17],
    [30, 27],
  ]);
});
