import { dayAgo, type Shop } from "#tests/e2e/dashboard/shop.ts";

/** Prices and, where it is known, cost prices. */
const PRODUCTS = [
  { name: "Soap", price: 10, cost: 6, category: "Home" },
  { name: "Bread", price: 4, category: "Food" },
  { name: "Rice", price: 10, cost: 8, category: "Food" },
  { name: "Milo", price: 5 },
  { name: "Tea", price: 1 },
  { name: "=Salt", price: 1 },
] as const;
type ProductName = (typeof PRODUCTS)[number]["name"];

/** The first is the last moment before the last 30 days, the second the first moment of them. */
export const sales = () =>
  [
    { at: `${dayAgo(30)}T23:59:59Z`, name: "Soap", quantity: 4 },
    { at: `${dayAgo(29)}T00:00:00Z`, name: "Soap", quantity: 1 },
    { at: `${dayAgo(10)}T12:00:00Z`, name: "Soap", quantity: 20 },
    { at: `${dayAgo(1)}T12:00:00Z`, name: "Soap", quantity: 2, payment_method: "card" },
    { at: `${dayAgo(1)}T12:00:00Z`, name: "Bread", quantity: 5 },
    { name: "Rice", quantity: 2 },
    { name: "Milo", quantity: 2 },
    { name: "Tea", quantity: 6 },
    { name: "=Salt", quantity: 1 },
    { name: "Soap", quantity: 3, payment_method: "mobile_money", isNamed: true },
  ] as const;
export const priceOf = (wanted: string): number =>
  PRODUCTS.find(({ name }) => name === wanted)?.price ?? 0;

/** GH₵40.00 before the last 30 days and GH₵317.00 in them, of which GH₵67.00 today. */
export async function fillShop(shop: Shop): Promise<void> {
  const ids = new Map<ProductName, string>();
  for (const product of PRODUCTS) {
    ids.set(product.name, await shop.addProduct({ stock: 500, ...product }));
  }
  const kwame = await shop.addCustomer("Kwame", "Asare");
  for (const sale of sales()) {
    await shop.sell(ids.get(sale.name) ?? "", priceOf(sale.name), {
      quantity: sale.quantity,
      ...("at" in sale && { occurred_at: sale.at }),
      ...("payment_method" in sale && { payment_method: sale.payment_method }),
      ...("isNamed" in sale && { customer_id: kwame }),
    });
  }
  for (let stock = 0; stock < 6; stock += 1) {
    await shop.addProduct({ name: `Scarce ${stock}`, price: 2.5, stock });
  }
}
