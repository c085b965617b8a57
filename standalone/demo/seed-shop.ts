import { createHash } from "node:crypto";

import { addCustomer, type CustomerStore } from "#command-api/customer/customer-commands.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { addProduct } from "#command-api/product/product-commands.ts";
import { recordSale } from "#command-api/sale/record-sale.ts";
import { changeBusinessSettings } from "#command-api/settings/change-settings.ts";
import {
  CommandId,
  CustomerId,
  ProductId,
  SaleId,
  type TenantId,
  type UserId,
} from "#kernel/contract/ids.ts";
import { invariant, isRejection } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";
import { inLanes } from "#kernel/node/in-lanes.ts";
import { retryTransient } from "#kernel/node/postgres/retry-transient.ts";

import type { DemoShop } from "./catalogue.ts";
import { type ImaginedSale, imagineSales } from "./imagine-sales.ts";

/**
 * Sales that are sent at once, so that each group commit is full. Their order does not matter, as
 * each sale has its own time.
 */
const AT_ONCE = 64;

export type SeedTarget = Readonly<{
  tenantId: TenantId;
  ownerId: UserId;
  seed: number;
  nowMs: number;
}>;

/**
 * Fills a registered shop through the ordinary commands. All ids derive from the tenant's id, so an
 * interrupted start is finished by the next one without duplicates.
 */
export async function seedShop(
  shop: DemoShop,
  parts: CustomerStore,
  target: SeedTarget,
): Promise<void> {
  const sales = imagineSales(shop, target.nowMs, target.seed);
  await hideFirstSteps(parts, target);
  const productIds = await addProducts(shop, parts, { ...target, sales });
  const customerIds = await addCustomers(shop, parts, target);
  await inParallel(sales, async (sale, index) => {
    const name = `demo sale ${index}`;
    const outcome = await recordSale(parts.store, contextOf(target, name, sale.occurredMs), {
      saleId: SaleId.parse(derivedId(target.tenantId, name)),
      request: {
        items: sale.lines.map(({ product, quantity }) => ({
          product_id: productIds[product] ?? "",
          quantity,
          unit_price: shop.products[product]?.priceMinor ?? 0,
        })),
        payment_method: sale.method,
        ...(sale.customer === undefined ? {} : { customer_id: customerIds[sale.customer] ?? "" }),
      },
      role: "cashier",
      sealer: parts.sealer,
    });
    invariant(!isRejection(outcome), `a demo sale was refused: ${JSON.stringify(outcome)}`);
  });
}

/** The shop is not new. */
async function hideFirstSteps({ store }: CustomerStore, target: SeedTarget): Promise<void> {
  const context = contextOf(target, "demo first steps", target.nowMs);
  const outcome = await retryTransient(() =>
    changeBusinessSettings(store, context, { firstStepsHidden: true }),
  );
  invariant(!isRejection(outcome), `the demo settings were refused: ${JSON.stringify(outcome)}`);
}

/** Each product starts with the stock that will be sold and the stock left today. */
async function addProducts(
  shop: DemoShop,
  { store }: CustomerStore,
  { sales, ...target }: SeedTarget & Readonly<{ sales: readonly ImaginedSale[] }>,
): Promise<ProductId[]> {
  const opening = shop.products.map(({ left }) => left);
  for (const { product, quantity } of sales.flatMap(({ lines }) => lines)) {
    opening[product] = (opening[product] ?? 0) + quantity;
  }
  const firstMs = (sales[0]?.occurredMs ?? target.nowMs) - 1;
  const productIds = shop.products.map(({ name }) =>
    ProductId.parse(derivedId(target.tenantId, `demo product ${name}`)),
  );
  await inParallel(shop.products, async ({ name, category, description, priceMinor }, index) => {
    const productId = productIds[index];
    invariant(productId !== undefined, "a demo product has no id");
    const context = contextOf(target, `demo product ${name}`, firstMs);
    const outcome = await addProduct(store, context, productId, {
      name,
      description,
      category,
      price: priceMinor,
      stock: opening[index] ?? 0,
    });
    invariant(!isRejection(outcome), `a demo product was refused: ${JSON.stringify(outcome)}`);
  });
  return productIds;
}

async function addCustomers(
  shop: DemoShop,
  parts: CustomerStore,
  target: SeedTarget,
): Promise<CustomerId[]> {
  const customerIds = shop.customers.map((_, index) =>
    CustomerId.parse(derivedId(target.tenantId, `demo customer ${index}`)),
  );
  await inParallel(shop.customers, async (customer, index) => {
    const customerId = customerIds[index];
    invariant(customerId !== undefined, "a demo customer has no id");
    const context = contextOf(target, `demo customer ${index}`, target.nowMs);
    const outcome = await addCustomer(parts, context, customerId, {
      first_name: customer.firstName,
      last_name: customer.lastName,
      email: customer.email,
      phone: customer.phone,
      address: customer.address,
    });
    invariant(!isRejection(outcome), `a demo customer was refused: ${JSON.stringify(outcome)}`);
  });
  return customerIds;
}

const contextOf = (
  { tenantId, ownerId }: SeedTarget,
  name: string,
  occurredMs: number,
): CommandContext => ({
  tenantId,
  actorId: ownerId,
  commandId: CommandId.parse(derivedId(tenantId, name)),
  requestHash: createHash("sha256").update(name).digest(),
  meta: { source: "import" },
  occurredMs,
});

/** A slow machine may not answer in time at its first start. */
const inParallel = <Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<unknown> =>
  inLanes(AT_ONCE, [...items.entries()], ([index, item]) =>
    retryTransient(() => work(item, index)),
  );
