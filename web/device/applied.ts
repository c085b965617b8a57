import type { DeviceChange, DeviceRows } from "./rows.ts";

export const NO_ROWS: DeviceRows = { unsent: [], carts: [] };

/** Undefined if the cart that the change needs is gone. */
export function applied(rows: DeviceRows, change: DeviceChange): DeviceRows | undefined {
  const { needsCart, saveSales = [], dropSales = [], saveCarts = [], dropCarts = [] } = change;
  if (needsCart !== undefined && !rows.carts.some(({ id }) => id === needsCart)) return undefined;
  const sales = new Map(rows.unsent.map((sale) => [sale.key, sale]));
  const carts = new Map(rows.carts.map((cart) => [cart.id, cart]));
  for (const key of dropSales) sales.delete(key);
  for (const id of dropCarts) carts.delete(id);
  for (const sale of saveSales) sales.set(sale.key, sale);
  for (const cart of saveCarts) carts.set(cart.id, cart);
  return { unsent: [...sales.values()], carts: [...carts.values()] };
}
