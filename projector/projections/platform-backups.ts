import { isOfPlatform, defineProjection } from "./projection.ts";
import { thingsTable } from "./table.ts";

const backup = thingsTable(
  "rm_platform_backups",
  { backup_id: "uuid" },
  {
    taken_ms: "bigint",
    bytes: "bigint",
    tenants: "int",
    events: "bigint",
    tested_ms: "bigint?",
    test_ok: "boolean?",
    test_error: "text?",
  },
);

/** The backups that were taken, and whether what was read back from them held. */
export const platformBackups = defineProjection("platform_backups", backup.table, {
  BackupTaken: (event) => {
    if (!isOfPlatform(event)) return [];
    const { backupId, takenMs, bytes, tenants, events } = event.data;
    const row = { taken_ms: takenMs, bytes, tenants, events };
    return [backup.put({ backup_id: backupId }, row)];
  },
  RestoreTested: (event) => {
    if (!isOfPlatform(event)) return [];
    const { backupId, ok, error = null } = event.data;
    const tested = { tested_ms: event.occurredMs, test_ok: ok, test_error: error };
    return [backup.patch({ backup_id: backupId }, tested)];
  },
});
