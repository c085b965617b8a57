import type pg from "pg";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";

/** Every row of every read model as text, in order, by table. */
export async function readModels(admin: pg.Pool): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { table } of PROJECTIONS) {
    const { rows } = await admin.query<{ row: string }>(
      `select t::text as row from rm.${table.name} t order by t::text`,
    );
    tables[table.name] = rows.map(({ row }) => row);
  }
  return tables;
}

/** Resets the read models and their checkpoints, as if nothing had been projected. */
export async function emptyReadModels(admin: pg.Pool): Promise<void> {
  const tables = PROJECTIONS.map(({ table }) => `rm.${table.name}`);
  await admin.query(`truncate rm.checkpoints, rm.projection_parked, ${tables.join(", ")}`);
}

/** One tenant's rows of one read model, ordered by key. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  admin: pg.Pool,
  table: string,
  tenantId: TenantId,
): Promise<Row[]> {
  const { rows } = await admin.query<Row>(`select * from rm.${table} where tenant_id = $1`, [
    tenantId,
  ]);
  return rows;
}

export async function positions(
  admin: pg.Pool,
  tenantId: TenantId,
): Promise<Record<string, number>> {
  const { rows } = await admin.query<{ projection: string; seq: string }>(
    "select projection, seq from rm.checkpoints where tenant_id = $1 order by projection",
    [tenantId],
  );
  return Object.fromEntries(rows.map(({ projection, seq }) => [projection, Number(seq)]));
}

/** The log as Kafka delivers it. */
export async function allEvents(admin: pg.Pool): Promise<StoredEvent[]> {
  const { rows } = await admin.query<StoredEvent>(
    `select e.tenant_id as "tenantId", e.seq::int, e.stream_id as "streamId", e.stream_version as "streamVersion",
            e.stream_type as "streamType", e.type, e.schema_v as "schemaV", e.command_id as "commandId",
            e.command_ix as "commandIx", e.actor_id as "actorId", e.recorded_ms::float8 as "recordedMs",
            e.occurred_ms::float8 as "occurredMs", e.data::text, e.meta::text, e.effects::text
       from es.events e order by e.tenant_id, e.seq`,
  );
  return rows;
}
