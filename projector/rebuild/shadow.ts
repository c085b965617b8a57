import type { TenantId } from "#kernel/contract/ids.ts";
import { inTransaction, type Pool, type PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { isOnlyAppended, keysOf, type Table } from "#projector/projections/table.ts";

/** The same projection with a table and checkpoints of its own. */
export const shadowOf = (projection: Projection): Projection => ({
  ...projection,
  name: `${projection.name}@rebuild`,
  table: { ...projection.table, name: `${projection.table.name}_rebuild` },
});

/**
 * Creates an empty table like the served one, with the same columns, settings and policies. Indexes
 * are cheaper to create once it is full; only the key is there from the start if rows are found by
 * it. Removes what an interrupted rebuild left.
 */
export async function createShadow(owner: Pool, projection: Projection): Promise<void> {
  const { name } = projection.table;
  const shadow = shadowOf(projection);
  const key = isOnlyAppended(projection.table) ? "" : `, ${keyOf(projection.table)}`;
  await inTransaction(owner, async (client) => {
    await dropShadow(client, shadow);
    const { rows } = await client.query<{ settings: string | null }>(
      "select array_to_string(reloptions, ', ') as settings from pg_class where oid = $1::regclass",
      [`rm.${name}`],
    );
    const settings = rows[0]?.settings;
    await client.query(
      `create table rm.${name}_rebuild (like rm.${name} including all excluding indexes${key}) ${settings ? `with (${settings})` : ""}`,
    );
    await copyColumnSettings(client, name);
    await client.query("select rm.protect($1)", [`rm.${name}_rebuild`]);
  });
}

/** What was set for the planner about a column, which `like` leaves out. */
async function copyColumnSettings(client: PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ column: string; settings: string }>(
    `select quote_ident(attname) as column, array_to_string(attoptions, ', ') as settings
       from pg_attribute where attrelid = $1::regclass and attoptions is not null`,
    [`rm.${name}`],
  );
  for (const { column, settings } of rows) {
    await client.query(`alter table rm.${name}_rebuild alter column ${column} set (${settings})`);
  }
}

const keyOf = (table: Table): string => `primary key (${keysOf(table).join(", ")})`;

/** Adds the indexes of the served table that the shadow lacks. Fails if a row was written twice. */
export async function addIndexes(client: PoolClient, { table }: Projection): Promise<void> {
  const shadow = `rm.${table.name}_rebuild`;
  if (isOnlyAppended(table)) await client.query(`alter table ${shadow} add ${keyOf(table)}`);
  for (const { definition, isKey } of await indexesOf(client, table.name)) {
    if (!isKey) await client.query(definition.replace(" USING", ` ON ${shadow} USING`));
  }
}

export async function dropShadow(client: PoolClient, shadow: Projection): Promise<void> {
  await client.query(`drop table if exists rm.${shadow.table.name}`);
  await client.query("delete from rm.checkpoints where projection = $1", [shadow.name]);
  await client.query("delete from rm.projection_parked where projection = $1", [shadow.name]);
}

/** An event that a shadow cannot apply, though its served table has, or has not reached it yet. */
export type Refused = Readonly<{
  projection: string;
  tenantId: TenantId;
  seq: number;
  eventType: string;
  error: string;
}>;

/** Finds the events at which shadows stopped before their served tables. */
export async function refusedEvents(
  client: PoolClient,
  projections: readonly Projection[],
): Promise<readonly Refused[]> {
  const { rows } = await client.query<Refused>(
    `select n.projection, p.tenant_id as "tenantId", p.seq, p.event_type as "eventType", p.error
       from unnest($1::text[], $2::text[]) n(projection, shadow)
       join rm.projection_parked p on p.projection = n.shadow
      where not exists (
        select from rm.projection_parked s
         where s.tenant_id = p.tenant_id and s.projection = n.projection and s.seq <= p.seq)
      order by n.projection, p.tenant_id`,
    [projections.map(({ name }) => name), projections.map((each) => shadowOf(each).name)],
  );
  return rows;
}

/** Replaces the served table and its checkpoints by the shadow's, under the same names. */
export async function replaceByShadow(client: PoolClient, projection: Projection): Promise<void> {
  const { name } = projection.table;
  const shadow = shadowOf(projection);
  const names = new Map(
    (await indexesOf(client, name)).map(({ definition, index }) => [definition, index]),
  );
  await client.query(`drop table rm.${name}`);
  await client.query(`alter table rm.${name}_rebuild rename to ${name}`);
  for (const { definition, index } of await indexesOf(client, name)) {
    const before = names.get(definition);
    if (before !== undefined) await client.query(`alter index rm.${index} rename to ${before}`);
  }
  for (const table of ["checkpoints", "projection_parked"]) {
    await client.query(`delete from rm.${table} where projection = $1`, [projection.name]);
    await client.query(`update rm.${table} set projection = $1 where projection = $2`, [
      projection.name,
      shadow.name,
    ]);
  }
}

type Index = Readonly<{ index: string; isKey: boolean; definition: string }>;

/** Definitions of a table's indexes, without the names of index and table. */
async function indexesOf(client: PoolClient, table: string): Promise<readonly Index[]> {
  const { rows } = await client.query<Index>(
    `select c.relname as index, i.indisprimary as "isKey",
            regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX .* ON [^ ]* ', ' INDEX ') as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = $1::regclass`,
    [`rm.${table}`],
  );
  return rows;
}
