import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Reached } from "#projector/checkpoints.ts";
import { consume, type Source } from "#projector/consume.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fromLog, fromMessages, highest } from "#projector/sources.ts";
import { createShopLog, type ShopLog, tenantOf } from "#tests/kit/builders/shop-log.ts";
import { openProjectorDatabase } from "#tests/kit/database/projector-database.ts";
import { allEvents, readModels } from "#tests/kit/database/read-models.ts";

export const [AMA, KOFI] = [tenantOf(1), tenantOf(2)];
export const BOTH: readonly TenantId[] = [AMA, KOFI];
export const DATA_KEY = Buffer.alloc(32, 7);

/**
 * Two tenants with the same streams, versions and numbers. Only figures, names and tenant ids
 * differ.
 */
export async function openTwoTenants() {
  const database = await openProjectorDatabase();
  const tenants = BOTH.map((tenantId) => createShopLog(database.writer, tenantId));
  for (const [index, tenant] of tenants.entries()) {
    live(tenant, index + 1);
    await tenant.flush();
  }
  const consuming = { pool: database.projector, dataKey: DATA_KEY };
  const step = (source: Source, tenantIds: readonly TenantId[] = BOTH): Promise<Reached> =>
    consume(consuming, { tenantIds, projections: PROJECTIONS }, source);
  const replay = async (limit?: number): Promise<void> => {
    while ((await step(fromLog(limit))).size > 0);
  };
  await replay();
  return {
    database,
    consuming,
    logs: tenants,
    /** Of both tenants, in the order of their numbers. */
    events: (await allEvents(database.admin)).filter(({ tenantId }) => BOTH.includes(tenantId)),
    /** The read models of a plain replay. */
    expected: await readModels(database.admin),
    step,
    replay,
    deliver: (messages: readonly StoredEvent[], onForged: (of: TenantId) => void = refuse) =>
      step(fromMessages(messages, onForged), [...highest(messages).keys()]),
  };
}

const refuse = (tenantId: TenantId): void => {
  throw new Error(`a message of ${tenantId} differs from the log`);
};

export type TwoTenants = Awaited<ReturnType<typeof openTwoTenants>>;

function live(tenant: ShopLog, times: number): void {
  tenant.register(`Shop ${times}`);
  for (let product = 1; product <= 5; product += 1) tenant.addProduct(product, 10_000 * times);
  for (let sale = 1; sale <= 60; sale += 1) {
    const day = `2026-03-0${1 + (sale % 3)}`;
    const sold = [
      { product: 1 + (sale % 5), quantity: times },
      { product: 1 + ((sale + 1) % 5), quantity: 2 * times, priceMinor: 99 },
    ];
    tenant.sell(sale, sold, { day });
    if (sale % 7 === 0) tenant.voidSale(sale, sold, day);
    if (sale % 10 === 0) tenant.adjustStock(1, -times);
  }
  const price = { fromMinor: 250, toMinor: 300 * times, currency: "GHS" };
  tenant.changeProduct(2, "ProductRepriced", price);
  tenant.changeProduct(3, "ProductDetailsChanged", {
    changes: { name: { from: "Product 3", to: `Rice ${times}` } },
  });
  tenant.changeProduct(4, "ProductArchived");
}
