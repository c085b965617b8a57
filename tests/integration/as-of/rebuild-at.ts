import type pg from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fill } from "#projector/rebuild/fill.ts";
import { emptyReadModels } from "#tests/kit/database/read-models.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

type Position = Readonly<{ tenantId: TenantId; seq: number }>;

/** Cuts a copy of the log off at these events, and builds the read models from that. */
export async function rebuildAt(
  from: pg.Pool,
  to: Readonly<{ admin: pg.Pool; projector: Pool }>,
  positions: readonly Position[],
  dataKey: Buffer,
): Promise<void> {
  await to.admin.query("truncate es.events, es.tenant_heads, es.subject_keys");
  await emptyReadModels(to.admin);
  for (const { tenantId, seq } of positions) {
    await copy(from, to.admin, "es.subject_keys", [tenantId]);
    await copy(from, to.admin, "es.events", [tenantId, seq]);
    await copy(from, to.admin, "es.tenant_heads", [tenantId]);
    await to.admin.query("update es.tenant_heads set seq = $2 where tenant_id = $1", [
      tenantId,
      seq,
    ]);
  }
  await fill({
    parking: { pool: to.projector, dataKey, log: silent, nowMs: () => 1 },
    projections: PROJECTIONS,
    tenants: positions.map(({ tenantId, seq }) => ({ tenantId, events: seq })),
  });
}

async function copy(
  from: pg.Pool,
  to: pg.Pool,
  table: string,
  [tenantId, seq]: readonly [TenantId, number?],
): Promise<void> {
  const { rows } = await from.query<{ all: string }>(
    `select coalesce(json_agg(t), '[]')::text as all from ${table} t
      where t.tenant_id = $1 ${seq === undefined ? "" : `and t.seq <= ${seq}`}`,
    [tenantId],
  );
  await to.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
    rows[0]?.all,
  ]);
}
