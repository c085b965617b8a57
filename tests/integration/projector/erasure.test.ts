import { afterAll, beforeAll, expect, test } from "vitest";

import { createSealer, type Sealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import { consume } from "#projector/consume.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fromLog } from "#projector/sources.ts";
import { createShopLog, id, saleOf, type ShopLog, tenantOf } from "#tests/kit/builders/shop-log.ts";
import {
  openProjectorDatabase,
  type ProjectorDatabase,
} from "#tests/kit/database/projector-database.ts";
import { emptyReadModels, readModels, rowsOf } from "#tests/kit/database/read-models.ts";

const [AMA, KOFI] = [tenantOf(1), tenantOf(2)];
const SHOPS = [AMA, KOFI];
const [EFUA, YAW] = [id(0xe1), id(0xe2)];
const DATA_KEY = Buffer.alloc(32, 7);

let database: ProjectorDatabase;
let sealer: Sealer;
let logs: Map<string, ShopLog>;

const seal = (tenantId: typeof AMA, text: string, subject = EFUA) =>
  sealer.seal(tenantId, subject, text);
const logOf = (tenantId: typeof AMA): ShopLog => {
  const log = logs.get(tenantId);
  if (!log) throw new Error("no such tenant");
  return log;
};

/** The same people and sales under the same ids for both tenants. */
async function open(tenantId: typeof AMA): Promise<void> {
  const log = logOf(tenantId);
  log.register();
  log.addProduct(1, 100);
  for (const [customer, name] of [
    [EFUA, "Efua"],
    [YAW, "Yaw"],
  ] as const) {
    log.customer("CustomerAdded", customer, {
      firstName: await seal(tenantId, name, customer),
      lastName: await seal(tenantId, "Mensah", customer),
      email: await seal(tenantId, `${name}@example.com`, customer),
    });
  }
  await sellTo(tenantId, 1, EFUA);
  await sellTo(tenantId, 2, YAW);
  await log.flush();
}

async function sellTo(tenantId: typeof AMA, sale: number, customer: string): Promise<void> {
  logOf(tenantId).sell(sale, [{ product: 1, quantity: 1 }], {
    customer: { id: customer, name: await seal(tenantId, "Akua Mensah", customer) },
    notes: await seal(tenantId, "calls on Friday", customer),
  });
}

const project = () =>
  consume(
    { pool: database.projector, dataKey: DATA_KEY },
    { tenantIds: SHOPS, projections: PROJECTIONS },
    fromLog(),
  );
const noteErased = (subject: string) =>
  database.admin.query("select es.note_erased($1, $2, 5)", [AMA, subject]);
const customersOf = async (tenantId: typeof AMA) =>
  new Map(
    (
      await rowsOf<{ customer_id: string; first_name: string | null; archived: boolean }>(
        database.admin,
        "rm_customers",
        tenantId,
      )
    ).map((row) => [row.customer_id, row]),
  );
const saleRow = async (tenantId: typeof AMA, sale: number) =>
  (
    await rowsOf<{ sale_id: string; customer_name: string | null; notes: string | null }>(
      database.admin,
      "rm_sales",
      tenantId,
    )
  ).find((row) => row.sale_id === saleOf(sale));

beforeAll(async () => {
  database = await openProjectorDatabase();
  sealer = createSealer({ dataKey: DATA_KEY, ...subjectKeys(database.writer) });
  logs = new Map(SHOPS.map((tenantId) => [tenantId, createShopLog(database.writer, tenantId)]));
  await open(AMA);
  await open(KOFI);
});
afterAll(() => database.close());

test("a person erased by one tenant is gone from its customers and sales, and from no other tenant's", async () => {
  await project();
  expect((await customersOf(AMA)).get(EFUA)?.first_name).toBe("Efua");
  await noteErased(EFUA);
  logOf(AMA).customer("CustomerErased", EFUA, {});
  await logOf(AMA).flush();
  await project();

  expect((await customersOf(AMA)).get(EFUA)).toMatchObject({ first_name: null, archived: true });
  expect(await saleRow(AMA, 1)).toMatchObject({ customer_name: null, notes: null });
  const current = { customer_name: "Akua Mensah", notes: "calls on Friday" };
  expect((await customersOf(AMA)).get(YAW)).toMatchObject({ first_name: "Yaw", archived: false });
  expect(await saleRow(AMA, 2)).toMatchObject(current);
  expect((await customersOf(KOFI)).get(EFUA)).toMatchObject({
    first_name: "Efua",
    archived: false,
  });
  expect(await saleRow(KOFI, 1)).toMatchObject(current);
});

test("a sale decided before the erasure and written after it shows no name, though the key still exists", async () => {
  await sellTo(AMA, 3, YAW);
  const late = await seal(AMA, "Yaw Mensah", YAW);
  await noteErased(YAW);
  logOf(AMA).customer("CustomerErased", YAW, {});
  logOf(AMA).sell(4, [{ product: 1, quantity: 1 }], { customer: { id: YAW, name: late } });
  await logOf(AMA).flush();
  await project();
  for (const sale of [2, 3, 4]) {
    expect(await saleRow(AMA, sale)).toMatchObject({ customer_name: null, notes: null });
  }
  const { rows } = await database.admin.query(
    "select 1 from es.subject_keys where tenant_id = $1 and subject_id = $2",
    [AMA, YAW],
  );
  expect(rows).toHaveLength(1);
});

test("read models rebuilt from the log equal those that were kept up to date", async () => {
  const kept = await readModels(database.admin);
  await emptyReadModels(database.admin);
  await project();
  expect(await readModels(database.admin)).toEqual(kept);
});
