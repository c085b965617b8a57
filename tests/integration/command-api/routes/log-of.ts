import type { TwoTenants } from "./two-tenants.ts";

export type Logged = Readonly<{ type: string; data: unknown; meta: unknown; effects: unknown }>;

/** The events of one product, customer or sale, in order. */
export const logOf = ({ query, tenantId }: TwoTenants, streamId: string): Promise<Logged[]> =>
  query<Logged>(
    `select type, data, meta, effects from es.events
      where tenant_id = $1 and stream_id = $2 order by stream_version`,
    [tenantId, streamId],
  );

export const typesOf = async (shops: TwoTenants, streamId: string): Promise<string[]> =>
  (await logOf(shops, streamId)).map(({ type }) => type);

export const lastOf = async (shops: TwoTenants, streamId: string): Promise<Logged | undefined> =>
  (await logOf(shops, streamId)).at(-1);

export async function stockOf({ query, tenantId }: TwoTenants, product: string): Promise<number> {
  const [row] = await query<{ on_hand: number }>(
    "select on_hand from es.stream_heads where tenant_id = $1 and stream_id = $2",
    [tenantId, product],
  );
  return row?.on_hand ?? Number.NaN;
}

/**
 * Everything that a command may write, in all tenants. Equal before and after: nothing was written.
 */
export async function written({ query }: TwoTenants): Promise<unknown> {
  return query(
    `select (select count(*) from es.events) as events,
            (select count(*) from es.commands) as commands,
            (select count(*) from es.stream_heads) as streams,
            (select sum(seq) from es.tenant_heads) as seqs,
            (select sum(version) from es.stream_heads) as versions,
            (select sum(on_hand) from es.stream_heads) as stock,
            (select sum(value) from es.counters) as counted`,
  );
}
