import type { TenantId } from "#kernel/contract/ids.ts";
import { Currency } from "#kernel/contract/money.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

type Row = { currency: string; orders: number; total_minor: number; tax_minor: number };

/** What a shop sold on these local days, both included. Over a pool of role jobs. */
export const createFigures =
  (pool: Pool) => async (tenantId: TenantId, from: string, to: string) => {
    const { rows } = await pool.query<Row>("select * from rm.sales_between($1, $2, $3)", [
      tenantId,
      from,
      to,
    ]);
    return rows.map((row) => ({
      currency: Currency.parse(row.currency),
      orders: row.orders,
      totalMinor: row.total_minor,
      taxMinor: row.tax_minor,
    }));
  };
