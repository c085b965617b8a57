import type { Backup } from "#kernel/contract/api/platform/figures.ts";

import { toTime, toTimeOrNull } from "./platform-answers.ts";

export type BackupRow = {
  backup_id: string;
  taken_ms: number;
  bytes: number;
  tenants: number;
  events: number;
  tested_ms: number | null;
  test_ok: boolean | null;
  test_error: string | null;
};

/** SQL: backups as JSON, sorted by one of their times, newest first. */
const backupsBy = (time: "taken_ms" | "tested_ms", count: number): string => `
  select coalesce(json_agg(b order by b.${time} desc), '[]')
    from (select b.backup_id, b.taken_ms, b.bytes, b.tenants, b.events, b.tested_ms, b.test_ok, b.test_error
            from rm.rm_platform_backups b
           where b.tenant_id = $1 and b.${time} is not null
           order by b.${time} desc limit ${count}) b`;

export const LATEST_BACKUPS = backupsBy("taken_ms", 14);
export const LAST_BACKUP = backupsBy("taken_ms", 1);
export const LAST_TESTED = backupsBy("tested_ms", 1);

export const toBackup = (row: BackupRow): Backup => ({
  id: row.backup_id,
  taken_at: toTime(row.taken_ms),
  bytes: row.bytes,
  events: row.events,
  tenants: row.tenants,
  tested_at: toTimeOrNull(row.tested_ms),
  test_ok: row.test_ok,
  test_error: row.test_error,
});
