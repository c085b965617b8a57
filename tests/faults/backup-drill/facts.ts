import { Client } from "pg";

import type { BackupHead } from "#standalone/operator/backup/contents.ts";

/** What must be equal in the shop and in its restored copy. */
export type Facts = Readonly<{
  tenantId: string;
  seq: number;
  chain: string;
  /** A hash over every column of every event, in order. */
  rows: string;
  sales: number;
  totalMinor: number;
}>;

const SQL = `
  select count(*)::int as seq, encode(max(e.chain) filter (where e.seq = $2), 'hex') as chain,
         md5(string_agg(md5(e::text), '' order by e.seq)) as rows,
         (count(*) filter (where e.type = 'SaleRecorded')
           - count(*) filter (where e.type = 'SaleVoided'))::int as sales,
         coalesce(sum((e.data ->> 'totalMinor')::bigint
           * case e.type when 'SaleRecorded' then 1 when 'SaleVoided' then -1 end), 0)::float8 as "totalMinor"
    from es.events e where e.tenant_id = $1 and e.seq <= $2`;

/** The facts of every tenant, up to the head in the manifest. */
export async function factsUpTo(
  adminUrl: string,
  heads: readonly BackupHead[],
): Promise<readonly Facts[]> {
  return inDatabase(adminUrl, async (ask) => {
    const all: Facts[] = [];
    for (const { tenantId, seq } of heads) {
      const [row] = await ask<Omit<Facts, "tenantId">>(SQL, [tenantId, seq]);
      if (row) all.push({ tenantId, ...row });
    }
    return all;
  });
}

export type Ask = <Row extends object>(
  sql: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

export async function inDatabase<Result>(
  adminUrl: string,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(
      async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
        (await client.query<Row>(sql, [...values])).rows,
    );
  } finally {
    await client.end();
  }
}

/** What the read models add up to, by tenant: number and sum of net sales, in pesewas. */
export const shownSums = (adminUrl: string): Promise<ReadonlyMap<string, readonly number[]>> =>
  inDatabase(adminUrl, async (ask) => {
    const rows = await ask<{ tenant_id: string; orders: number; total: number }>(
      `select tenant_id, sum(orders)::int as orders, sum(total_minor)::float8 as total
         from rm.rm_daily_totals group by tenant_id`,
    );
    return new Map(rows.map((row) => [row.tenant_id, [row.orders, row.total]]));
  });
