import { id, productOf } from "#tests/kit/builders/shop-log.ts";

import { createWriter, PEOPLE, type WriterOptions } from "./history-writer.ts";
import { imagineSales } from "./imagine-sales.ts";

const customerOf = (n: number): string => id(0xe00000 + n);

/**
 * Writes a random history of one tenant: the same ids for every tenant, other figures. Not every
 * step could come from a command; the past of the read models must equal what they were, whatever
 * the log holds.
 */
export async function writeHistory(writing: WriterOptions, events: number): Promise<void> {
  const writer = createWriter(writing);
  const { tenantId, random, below, oneOf, happen, flush, stock, uncounted, seal } = writer;
  const { sell, voidSale } = imagineSales(writer);
  const customers: string[] = [];
  let products = 0;

  async function addProduct(): Promise<void> {
    products += 1;
    const productId = productOf(products);
    const openingStock = oneOf([0, 5, 40, 1000]) ?? 0;
    const data = {
      productId,
      name: `Product ${products}`,
      priceMinor: below(5000),
      currency: "GHS",
      openingStock,
      ...(random() < 0.3 && { unit: { name: "bag", perUnit: 12 }, barcodes: ["1", "2"] }),
      ...(random() < 0.3 && { reorderPoint: below(60), costMinor: below(900) }),
    };
    await happen(["product", productId, "ProductAdded"], data, {
      stock: stock(products, openingStock),
    });
  }

  const changeProduct = async (product: number): Promise<void> => {
    const productId = productOf(product);
    const at = (type: string) => ["product", productId, type] as const;
    const changed = {
      name: { from: "-", to: `Renamed ${below(99)}` },
      ...(random() < 0.5 && { category: { from: null, to: oneOf(["Food", null]) } }),
      ...(random() < 0.5 && { reorderPoint: { from: null, to: oneOf([null, 3, 50]) } }),
      ...(random() < 0.2 ? { tracksStock: { from: true, to: random() < 0.5 } } : {}),
      ...(random() < 0.2 && { taxCategory: { from: "standard", to: oneOf(["standard", "zero"]) } }),
    };
    const prices = { fromMinor: 1, toMinor: below(9000), currency: "GHS" };
    const steps = [
      () => {
        if (changed.tracksStock?.to === false) uncounted.add(product);
        if (changed.tracksStock?.to === true) uncounted.delete(product);
        return happen(at("ProductDetailsChanged"), { productId, changes: changed });
      },
      () => happen(at("ProductRepriced"), { productId, ...prices }),
      () => happen(at("ProductArchived"), { productId }),
      () => happen(at("ProductRestored"), { productId }),
      () => {
        const sha256 = oneOf([null, "a".repeat(64), "b".repeat(64)]);
        return happen(at("ProductPictureSet"), { productId, sha256 });
      },
      () => {
        const delta = below(30) - 5;
        return happen(at("StockAdjusted"), { productId, delta }, { stock: stock(product, delta) });
      },
      () => {
        const to = below(80);
        const moves = stock(product, to, true);
        return happen(at("StockCounted"), { productId, to }, { stock: moves });
      },
    ];
    await oneOf(steps)?.();
  };

  const addCustomer = async (): Promise<string> => {
    const customerId = customerOf(customers.length);
    customers.push(customerId);
    await happen(["customer", customerId, "CustomerAdded"], {
      customerId,
      firstName: await seal(customerId, `First ${customers.length} ${tenantId.slice(-2)}`),
      lastName: await seal(customerId, "Last"),
      ...(random() < 0.5 && { phone: await seal(customerId, `+233 ${below(99)}`) }),
    });
    return customerId;
  };

  const changeCustomer = async (customerId: string): Promise<void> => {
    const at = (type: string) => ["customer", customerId, type] as const;
    const email = random() < 0.3 ? null : await seal(customerId, `${below(99)}@example.com`);
    const name = {
      from: email ?? (await seal(customerId, "-")),
      to: await seal(customerId, "New"),
    };
    const changed = random() < 0.5 ? { email: { from: null, to: email } } : { firstName: name };
    const steps = [
      () => happen(at("CustomerDetailsChanged"), { customerId, changes: changed }),
      () => happen(at("CustomerArchived"), { customerId }),
      () => happen(at("CustomerRestored"), { customerId }),
    ];
    await oneOf(steps)?.();
  };

  const changeShop = async (): Promise<void> => {
    const settings = id(0xb1);
    const timezone = { from: "-", to: oneOf(["Africa/Accra", "Pacific/Kiritimati"]) };
    const currency = { from: "GHS", to: oneOf(["GHS", "USD"]) };
    const threshold = { from: 1, to: 1 + below(60) };
    const name = { from: "-", to: `Shop ${below(9)}` };
    const steps = [
      () =>
        happen(["business-settings", settings, "BusinessSettingsChanged"], {
          changes: random() < 0.5 ? { timezone } : { currency },
        }),
      () =>
        happen(["notification-settings", id(0xb2), "NotificationSettingsChanged"], {
          changes: { lowStockThreshold: threshold },
        }),
      () => happen(["tenant", tenantId, "TenantDetailsChanged"], { tenantId, changes: { name } }),
    ];
    await oneOf(steps)?.();
  };

  const shop = { name: "Ama's Shop", plan: "basic", trialUntil: "2026-03-16" };
  const where = { currency: "GHS", timezone: "Africa/Accra", ownerId: PEOPLE[0] };
  await happen(
    ["tenant", tenantId, "TenantRegistered"],
    { tenantId, ...shop, ...where },
    { first: true },
  );
  await addProduct();
  for (let n = 2; n < events; n += 1) {
    const step = random();
    if (step < 0.1 || products === 0) await addProduct();
    else if (step < 0.25) await changeProduct(1 + below(products));
    else if (step < 0.33) await addCustomer();
    else if (step < 0.42) await changeCustomer(oneOf(customers) ?? (await addCustomer()));
    else if (step < 0.8) await sell(products, customers);
    else if (step < 0.93) await voidSale(products, customers);
    else await changeShop();
  }
  await flush();
}
