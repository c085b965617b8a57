import { appendBatch } from "#command-api/event-store/append.ts";
import type { StreamId, TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import { newStream, openShop, saleOf } from "./bench-commands.ts";

const FLUSH = 64;
const WRITERS = 2;

export type FilledLog = Readonly<{
  tenants: readonly TenantId[];
  products: readonly StreamId[];
  /** A basket of three products that stand in every shop. */
  basket: () => StreamId[];
}>;

type Size = Readonly<{
  events: number;
  tenants: number;
  products?: number;
  /** The business date of the n-th sale; one day for all where it is not said. */
  dayOf?: (n: number) => string;
}>;

/** Shops with sales of three lines, appended as the product does it, until the log holds `events`. */
export async function fillLog(
  pool: Pool,
  { events, tenants: count, products: kinds = 40, dayOf }: Size,
): Promise<FilledLog> {
  const products = Array.from({ length: kinds }, newStream);
  const tenants: TenantId[] = [];
  for (let n = 0; n < count; n++) {
    const opening = openShop(products);
    await appendBatch(pool, opening);
    if (opening[0]) tenants.push(opening[0].tenantId);
  }
  const basket = (): StreamId[] => {
    const first = Math.floor(Math.random() * (kinds - 2));
    return products.slice(first, first + 3);
  };
  let left = events - count * kinds;
  let turn = 0;
  const write = async (): Promise<void> => {
    while (left > 0) {
      const size = Math.min(FLUSH, left);
      left -= size;
      const batch = Array.from({ length: size }, () => {
        turn += 1;
        const tenantId = tenants[turn % count];
        if (!tenantId) throw new Error("no tenant");
        return saleOf(tenantId, basket(), dayOf?.(turn));
      });
      await appendBatch(pool, batch);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return { tenants, products, basket };
}
