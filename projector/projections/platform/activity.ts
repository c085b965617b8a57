import type { AppliedEvent } from "#kernel/contract/events/catalogue.ts";
import { isInPlatformLog, defineProjection } from "#projector/projections/projection.ts";
import { thingsTable, type Json, type RowChange } from "#projector/projections/table.ts";

const activity = thingsTable(
  "rm_platform_activity",
  { activity_id: "text" },
  {
    seq: "bigint",
    at_ms: "bigint",
    type: "text",
    about: "uuid?",
    actor_id: "uuid",
    detail: "json",
  },
);

type Note = Readonly<{ about?: string; detail?: Json }>;

/** The activity recorded in the platform's log. The query API turns it into sentences. */
export const platformActivity = defineProjection("platform_activity", activity.table, {
  TenantRegistered: (event) => noted(event, { about: event.data.tenantId }),
  TenantCreated: (event) => noted(event, { about: event.data.tenantId }),
  TenantDetailsChanged: (event) => noted(event, { about: event.data.tenantId }),
  TenantPlanChanged: (event) => {
    const { tenantId, changes } = event.data;
    return noted(event, { about: tenantId, detail: { plan: changes.plan?.to } });
  },
  TenantStatusChanged: (event) => {
    const { tenantId, to, reason } = event.data;
    return noted(event, { about: tenantId, detail: { to, reason } });
  },
  AccountDeletionRequested: (event) => noted(event, { about: event.data.tenantId }),
  AccountDeletionCancelled: (event) => noted(event, { about: event.data.tenantId }),
  AccountDeleted: (event) => noted(event, { about: event.data.tenantId }),
  SupportSessionStarted: (event) => {
    const { tenantId, reason } = event.data;
    return noted(event, { about: tenantId, detail: { reason } });
  },
  SupportSessionEnded: (event) => noted(event, { about: event.data.tenantId }),
  SignedIn: (event) => noted(event, {}),
  LockedOut: (event) => noted(event, {}),
  ContactMessageReceived: (event) => noted(event, { detail: { subject: event.data.subject } }),
  PlatformSettingsChanged: (event) =>
    noted(event, { detail: { changed: Object.keys(event.data.changes) } }),
  BackupTaken: (event) => noted(event, { detail: { bytes: event.data.bytes } }),
  RestoreTested: (event) => noted(event, { detail: { ok: String(event.data.ok) } }),
  SystemAlertRaised: ({ data: { alertId, kind, message }, ...event }) =>
    noted(event, { detail: { alertId, kind, message } }),
  SystemAlertCleared: ({ data: { alertId }, ...event }) => noted(event, { detail: { alertId } }),
});

type Envelope = Pick<AppliedEvent, "tenantId" | "seq" | "type" | "actorId" | "occurredMs">;

function noted(event: Envelope, { about, detail = {} }: Note): readonly RowChange[] {
  if (!isInPlatformLog(event)) return [];
  const { seq, type, actorId, occurredMs } = event;
  const row = { seq, at_ms: occurredMs, type, about, actor_id: actorId, detail };
  return [activity.put({ activity_id: String(seq) }, row)];
}
