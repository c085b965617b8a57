import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { createSealer, type Sealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import { consume } from "#projector/consume.ts";
import { consumeOrPark } from "#projector/parking.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fromLog } from "#projector/sources.ts";
import { createShopLog, id, saleOf, tenantOf } from "#tests/kit/builders/shop-log.ts";
import {
  openProjectorDatabase,
  type ProjectorDatabase,
} from "#tests/kit/database/projector-database.ts";
import { emptyReadModels, rowsOf } from "#tests/kit/database/read-models.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

const SHOPS = [tenantOf(1), tenantOf(2)];
const [AMA, KOFI] = [tenantOf(1), tenantOf(2)];
const EFUA = id(0xe1);
const DATA_KEY = Buffer.alloc(32, 7);

let database: ProjectorDatabase;
let sealer: Sealer;

/** The same customer id for both tenants, with another name. */
async function open(tenantId: typeof AMA, name: string): Promise<void> {
  const seal = (text: string, subject = EFUA) => sealer.seal(tenantId, subject, text);
  const tenant = createShopLog(database.writer, tenantId);
  tenant.register();
  tenant.addProduct(1, 100);
  tenant.customer("CustomerAdded", EFUA, {
    firstName: await seal(name),
    lastName: await seal("Mensah"),
    phone: await seal("+233 1"),
  });
  tenant.customer("CustomerDetailsChanged", EFUA, {
    changes: { email: { from: null, to: await seal(`${name}@example.com`) } },
  });
  tenant.sell(1, [{ product: 1, quantity: 1 }], {
    customer: { id: EFUA, name: await seal(`${name} Mensah`) },
    notes: await seal("for Friday", saleOf(1)),
  });
  await tenant.flush();
}

beforeAll(async () => {
  database = await openProjectorDatabase();
  sealer = createSealer({ dataKey: DATA_KEY, ...subjectKeys(database.writer) });
  await open(AMA, "Efua");
  await open(KOFI, "Esi");
});
afterAll(() => database.close());
beforeEach(() => emptyReadModels(database.admin));

const replay = (dataKey = DATA_KEY) =>
  consume(
    { pool: database.projector, dataKey },
    { tenantIds: SHOPS, projections: PROJECTIONS },
    fromLog(),
  );
const customerOf = async (tenantId: typeof AMA) =>
  (await rowsOf(database.admin, "rm_customers", tenantId))[0];
const saleRowOf = async (tenantId: typeof AMA) =>
  (await rowsOf(database.admin, "rm_sales", tenantId))[0];

test("the log holds no personal data in clear text", async () => {
  const { rows } = await database.admin.query<{ data: string }>("select data::text from es.events");
  const all = rows.map(({ data }) => data).join();
  expect(all).toContain("sealed:v1:");
  for (const word of ["Efua", "Esi", "Mensah", "+233", "Friday"]) expect(all).not.toContain(word);
});

test("read models hold customers, their names on sales, and notes in clear text", async () => {
  await replay();
  expect(await customerOf(AMA)).toMatchObject({
    first_name: "Efua",
    last_name: "Mensah",
    email: "Efua@example.com",
    phone: "+233 1",
    address: null,
  });
  expect(await customerOf(KOFI)).toMatchObject({ first_name: "Esi" });
  expect(await saleRowOf(AMA)).toMatchObject({ customer_name: "Efua Mensah", notes: "for Friday" });
});

test("another DATA_KEY parks only what it cannot open", async () => {
  const parking = {
    pool: database.projector,
    dataKey: Buffer.alloc(32, 8),
    log: silent,
    nowMs: () => 1,
  };
  await consumeOrPark(parking, { tenantIds: SHOPS, projections: PROJECTIONS }, fromLog());
  const { rows } = await database.admin.query<{ projection: string }>(
    "select distinct projection from rm.projection_parked order by 1",
  );
  expect(rows.map(({ projection }) => projection)).toEqual(["changes", "customers", "sales"]);
});

test("a destroyed key leaves null for that person of that tenant alone, from the next batch on", async () => {
  await database.admin.query(
    "delete from es.subject_keys where tenant_id = $1 and subject_id = $2",
    [AMA, EFUA],
  );
  await replay();
  expect(await customerOf(AMA)).toMatchObject({ first_name: null, email: null, phone: null });
  expect(await saleRowOf(AMA)).toMatchObject({ customer_name: null, notes: "for Friday" });
  expect(await customerOf(KOFI)).toMatchObject({ first_name: "Esi" });
});
