import type { DatabaseReport } from "#kernel/contract/api/platform/figures.ts";
import type { ParkedProjection } from "#kernel/contract/api/platform/lists.ts";
import type { Prepared } from "#query-api/ask.query.ts";

import { preparePlatform } from "./ask-platform.query.ts";
import { type BackupRow, LATEST_BACKUPS, toBackup } from "./backups.query.ts";
import { toTime } from "./platform-answers.ts";

export type DatabaseRow = {
  nowMs: number;
  events: number;
  tenants: number;
  bytes: number;
  behind: { tenants: number; events: number; sinceMs: number | null };
  parked: number;
  backups: BackupRow[];
  rebuilds: { projection: string; started_ms: number }[];
  readModels: DatabaseReport["readModels"];
};

/** Row counts are the server's estimates, since counting a million rows takes too long. */
export const DATABASE: Prepared<DatabaseRow> = preparePlatform({
  name: "platform-database",
  projections: ["platform_backups"],
  sql: `select json_build_object(
    'nowMs', ($2 ->> 'nowMs')::bigint,
    'events', (select coalesce(sum(h.seq), 0) from es.heads() h),
    'tenants', (select count(*) from es.heads() h where h.tenant_id <> $1),
    'bytes', pg_database_size(current_database()),
    'behind', (
      select json_build_object('tenants', count(*), 'events', coalesce(sum(b.missing), 0), 'sinceMs', min(b.since_ms))
        from rm.behind() b),
    'parked', (select count(*) from rm.parked_because()),
    'backups', (${LATEST_BACKUPS}),
    'rebuilds', (select coalesce(json_agg(r order by r.projection), '[]') from rm.rebuilds r),
    'readModels', (
      select coalesce(json_agg(m order by m.name), '[]')
        from (select c.relname as name, greatest(pg_stat_get_live_tuples(c.oid), c.reltuples)::bigint as rows, pg_total_relation_size(c.oid) as bytes
                from pg_class c
               where c.relnamespace = 'rm'::regnamespace and c.relkind = 'r' and c.relname like 'rm\\_%') m))`,
});

export const toDatabase = (row: DatabaseRow): DatabaseReport => ({
  events: row.events,
  tenants: row.tenants,
  bytes: row.bytes,
  tenantsBehind: row.behind.tenants,
  eventsBehind: row.behind.events,
  lagMs: row.behind.sinceMs === null ? 0 : Math.max(0, row.nowMs - row.behind.sinceMs),
  parked: row.parked,
  backups: row.backups.map(toBackup),
  rebuilds: row.rebuilds.map(({ projection, started_ms }) => ({
    projection,
    started_at: toTime(started_ms),
  })),
  readModels: row.readModels,
});

export type ParkedRow = Omit<ParkedProjection, "parked_at"> & { parked_ms: number };

/** Why a tenant's projections are parked. */
export const PARKED: Prepared<ParkedRow[]> = preparePlatform({
  name: "platform-parked",
  projections: ["platform_tenants"],
  sql: `select coalesce(json_agg(p order by p.parked_ms desc, p.tenant_id, p.projection), '[]')
    from (select p.tenant_id, t.name as tenant_name, p.projection, p.seq, p.event_type, p.error, p.parked_ms
            from rm.parked_because() p
            left join rm.rm_platform_tenants t on t.tenant_id = p.tenant_id) p`,
});

export const toParked = ({ parked_ms, ...row }: ParkedRow): ParkedProjection => ({
  ...row,
  parked_at: toTime(parked_ms),
});
