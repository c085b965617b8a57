import type { PoolClient } from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";
import { inTransaction, type Pool } from "#kernel/node/postgres/connections.ts";
import { beginTenantWrite } from "#projector/database.ts";
import {
  hours,
  dailyTotals,
  methodDays,
  staffDays,
} from "#projector/projections/sales/daily-totals.ts";
import { productDays, productTotals } from "#projector/projections/sales/product-totals.ts";

/**
 * In events. Small enough to add up the rest while a user waits, large enough that the copies stay
 * small compared with the read models.
 */
const COPY_EVERY = 2_000;

type Due = Readonly<{ tenantId: TenantId; copied: number; reached: number }>;

type CopyOptions = Readonly<{ pool: Pool; every?: number; signal?: AbortSignal }>;

/** Copies the sums of each tenant every `every` events, up to the checkpoint of its read models. */
export function createCopier({ pool, every = COPY_EVERY, signal }: CopyOptions) {
  return async (): Promise<void> => {
    const { rows } = await pool.query<Due>(
      `select d.tenant_id as "tenantId", d.copied, d.reached from rm.copies_due($1) d`,
      [every],
    );
    for (const { tenantId, copied, reached } of rows) {
      for (let from = copied; from + every <= reached; from += every) {
        if (signal?.aborted) return;
        await copySums(pool, { tenantId, from, to: from + every });
      }
    }
  };
}

/** Tables of sums over sales. Each has a table of copies, `rm.copies_<name>`. */
export const SUMMED = [
  dailyTotals,
  hours,
  staffDays,
  methodDays,
  productDays,
  productTotals,
] as const;
export type SummedName = (typeof SUMMED)[number]["name"];

const COPIES = SUMMED.map(({ name, table }) => ({
  name: `copy ${name}`,
  text: copying(name, Object.keys(table.key), Object.keys(table.values)),
}));

/** SQL: the previous copy plus what the journal added since. */
function copying(name: string, keys: readonly string[], sums: readonly string[]): string {
  return `
    insert into rm.copies_${name} (tenant_id, ${[...keys, ...sums].join(", ")}, seq)
    select $1, ${keys.map((key) => `a.${key}`).join(", ")},
           ${sums.map((sum) => `coalesce(c.${sum}, 0) + a.${sum}`).join(", ")}, $2
      from rm.${name}_since_copy($1::uuid, $2::bigint) a
      left join lateral (
        select k.* from rm.copies_${name} k
         where k.tenant_id = $1 and ${keys.map((key) => `k.${key} = a.${key}`).join(" and ")}
         order by k.seq desc limit 1) c on true`;
}

type Step = Readonly<{ tenantId: TenantId; from: number; to: number }>;

/**
 * Copies what changed between two events. Does nothing if another projector has copied it or is
 * doing so.
 */
async function copySums(pool: Pool, { tenantId, from, to }: Step): Promise<void> {
  await inTransaction(pool, async (client) => {
    await beginTenantWrite(client, { tenantIds: [tenantId] });
    if (!(await isNext(client, tenantId, from))) return;
    for (const { name, text } of COPIES) {
      await client.query({ name, text, values: [tenantId, to] });
    }
    // Last, because the statements above read the number of the previous copy.
    await client.query({
      name: "copied",
      text: `insert into rm.copied (tenant_id, seq, latest_ms)
             select $1, $2, coalesce(rm.latest_sale_ms($1, $2), 0)`,
      values: [tenantId, to],
    });
  });
}

async function isNext(client: PoolClient, tenantId: TenantId, from: number): Promise<boolean> {
  const { rows } = await client.query<{ isMine: boolean }>({
    name: "lock copies",
    text: `select pg_try_advisory_xact_lock(hashtextextended('tillbook copies ' || $1::text, 0)) as "isMine"`,
    values: [tenantId],
  });
  if (rows[0]?.isMine !== true) return false;
  // A separate statement, so that it sees what the previous holder of the lock committed.
  const last = await client.query<{ seq: number }>({
    name: "last copied",
    text: "select coalesce(max(k.seq), 0) as seq from rm.copied k where k.tenant_id = $1",
    values: [tenantId],
  });
  return last.rows[0]?.seq === from;
}

/**
 * Deletes all copies, because they were made from rows that are about to be rebuilt. The copier
 * creates them again.
 */
export async function forgetCopies(owner: PoolClient): Promise<void> {
  const tables = SUMMED.map(({ name }) => `rm.copies_${name}`);
  await owner.query(`truncate rm.copied, ${tables.join(", ")}`);
}
