import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { startSales } from "#tests/kit/product/sales-load.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";

const WithId = z.object({ data: z.object({ id: z.string() }) });

export type DrillShop = Readonly<{
  till: Till;
  productId: string;
  load: ReturnType<typeof startSales>;
  /** Customers: erased before the backup, after it, and not at all. */
  erasedBefore: string;
  erasedAfter: string;
  standing: string;
}>;

const CALLERS = 4;
export const NAMES = { before: "Efua Erased", after: "Yaw Later", standing: "Esi Kept" };

/** A shop with three customers, each with a sale, and tills that keep selling. */
export async function openDrillShop(url: string, name: string): Promise<DrillShop> {
  const till = await openTill(url, name);
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  const add = async (fullName: string): Promise<string> => {
    const [first, last] = fullName.split(" ");
    const body = { first_name: first, last_name: last, phone: "024 555 0000" };
    const { id } = WithId.parse((await till.ask("POST", "/api/customers.php", { body })).body).data;
    const items = [{ product_id: productId, quantity: 1, unit_price: 4.5 }];
    const sale = { customer_id: id, items, payment_method: "cash", notes: `for ${fullName}` };
    await till.ask("POST", "/api/sales.php", { body: sale });
    return id;
  };
  const [erasedBefore, erasedAfter, standing] = [
    await add(NAMES.before),
    await add(NAMES.after),
    await add(NAMES.standing),
  ];
  await erase(till, erasedBefore);
  const load = startSales(till, { productId, callers: CALLERS });
  return { till, productId, load, erasedBefore, erasedAfter, standing };
}

export async function erase(till: Till, id: string): Promise<void> {
  const { status } = await till.ask("POST", `/api/v1/customers/${id}/erase`, { body: {} });
  if (status !== 200) throw new Error(`erasing answered ${status}`);
}

/** Waits until `count` more sales were made. */
export async function soldMore({ load }: DrillShop, count: number): Promise<void> {
  const begun = load.sold.length;
  while (load.sold.length < begun + count) await delay(20);
}
