import type { PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { keysOf } from "#projector/projections/table.ts";

/**
 * A schema that only its connection sees and that ends with it. A role that may only read can
 * create tables in it.
 */
const OWN_SCHEMA = "pg_temp";

export const inReplaySchema = (projection: Projection): Projection => ({
  ...projection,
  table: { ...projection.table, schema: OWN_SCHEMA },
});

/**
 * Creates empty tables with the columns of the served ones, and their keys if rows are found by
 * key.
 */
export async function createReplayTables(
  client: PoolClient,
  projections: readonly Projection[],
): Promise<void> {
  for (const { table } of projections) {
    // A ledger only appends rows, so it needs no key; a key would cost a tenth of the replay.
    const key = table.isLedger ? "" : `, primary key (${keysOf(table).join(", ")})`;
    await client.query(
      `create temp table if not exists ${table.name}
         (like rm.${table.name} including defaults including generated${key})`,
    );
  }
}

/** Above this many rows truncating is faster than deleting. */
const MANY = 20_000;

export async function clearReplayTables(
  client: PoolClient,
  projections: readonly Projection[],
  written: ReadonlyMap<string, number>,
): Promise<void> {
  const statements = projections.flatMap(({ name, table }) => {
    const rows = written.get(name) ?? 0;
    if (rows === 0) return [];
    return [`${rows > MANY ? "truncate" : "delete from"} ${OWN_SCHEMA}.${table.name}`];
  });
  await client.query(statements.join("; "));
}
