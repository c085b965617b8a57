import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import type { LowStock } from "./mail-ports.ts";

const DAY_MS = 86_400_000;

type Row = { product_id: string; name: string; on_hand: number; threshold: number };

/**
 * Over a pool of role cmd_writer. Reads the stock from the log and not from a read model, which
 * may lag.
 */
export const createLowStock = (pool: Pool, clock: Clock): LowStock => ({
  claim: async (tenantId, threshold, alert) => {
    const { rows } = await pool.query<Row>("select * from es.low_stock($1, $2)", [
      tenantId,
      threshold,
    ]);
    const claimed = await pool.query<{ id: string }>(
      "select es.claim_low_stock($1, $2, $3, $4, $5) as id",
      [tenantId, rows.map((row) => row.product_id), alert, clock(), clock() - DAY_MS],
    );
    const claimedIds = new Set(claimed.rows.map(({ id }) => id));
    return rows.flatMap(({ product_id: productId, name, on_hand: onHand, threshold: bound }) =>
      claimedIds.has(productId) ? [{ productId, name, onHand, threshold: bound }] : [],
    );
  },
  release: async (tenantId, alert) => {
    await pool.query("select es.release_low_stock($1, $2)", [tenantId, alert]);
  },
});
