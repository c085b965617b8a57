import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand } from "#command-api/event-store/append.ts";
import type { StreamId, TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { newStream, oneOfEach, openingShop, selling } from "#tests/kit/builders/append-commands.ts";

const FLUSH = 64;
const WRITERS = 2;

export type FilledLog = Readonly<{
  tenants: readonly TenantId[];
  products: readonly StreamId[];
  /** Three products that every shop has. */
  basket: () => StreamId[];
}>;

type Size = Readonly<{
  events: number;
  tenants: number;
  products?: number;
  /** The business date of the n-th sale; by default all sales are of one day. */
  dayOf?: (n: number) => string;
}>;

/** Sells one of each product, now. */
export const saleOfEach = (
  tenantId: TenantId,
  products: readonly StreamId[],
  businessDate?: string,
): AppendCommand =>
  selling(tenantId, oneOfEach(products), {
    occurredMs: Date.now(),
    ...(businessDate !== undefined && { businessDate }),
  });

/** Shops with sales of three lines, appended as the product appends, until the log holds `events`. */
export async function fillLog(
  pool: Pool,
  { events, tenants: count, products: kinds = 40, dayOf }: Size,
): Promise<FilledLog> {
  const products = Array.from({ length: kinds }, newStream);
  const tenants: TenantId[] = [];
  for (let n = 0; n < count; n++) {
    const opening = openingShop(products);
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
        return saleOfEach(tenantId, basket(), dayOf?.(turn));
      });
      await appendBatch(pool, batch);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return { tenants, products, basket };
}
