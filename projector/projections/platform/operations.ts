import { isInPlatformLog, defineProjection } from "#projector/projections/projection.ts";
import { thingsTable } from "#projector/projections/table.ts";

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

/** Backups, and the result of the last restore test of each. */
export const platformBackups = defineProjection("platform_backups", backup.table, {
  BackupTaken: (event) => {
    if (!isInPlatformLog(event)) return [];
    const { backupId, takenMs, bytes, tenants, events } = event.data;
    const row = { taken_ms: takenMs, bytes, tenants, events };
    return [backup.put({ backup_id: backupId }, row)];
  },
  RestoreTested: (event) => {
    if (!isInPlatformLog(event)) return [];
    const { backupId, ok, error = null } = event.data;
    const tested = { tested_ms: event.occurredMs, test_ok: ok, test_error: error };
    return [backup.patch({ backup_id: backupId }, tested)];
  },
});

const alert = thingsTable(
  "rm_platform_alerts",
  { alert_id: "text" },
  { kind: "text", message: "text", raised_ms: "bigint", cleared_ms: "bigint?" },
);

/** Alerts about the installation itself, until they are cleared. */
export const platformAlerts = defineProjection("platform_alerts", alert.table, {
  SystemAlertRaised: (event) => {
    const { alertId, kind, message } = event.data;
    const row = { kind, message, raised_ms: event.occurredMs };
    return isInPlatformLog(event) ? [alert.put({ alert_id: alertId }, row)] : [];
  },
  SystemAlertCleared: (event) =>
    isInPlatformLog(event)
      ? [alert.patch({ alert_id: event.data.alertId }, { cleared_ms: event.occurredMs })]
      : [],
});

const setting = thingsTable(
  "rm_platform_settings",
  { name: "text" },
  { value: "json?", version: "int", changed_ms: "bigint" },
);

/** Only settings that were ever changed; the others have their defaults. */
export const platformSettings = defineProjection("platform_settings", setting.table, {
  PlatformSettingsChanged: (event) => {
    if (!isInPlatformLog(event)) return [];
    const stamp = { version: event.streamVersion, changed_ms: event.occurredMs };
    return Object.entries(event.data.changes).flatMap(([name, change]) =>
      change ? [setting.put({ name }, { value: change.to, ...stamp })] : [],
    );
  },
});
