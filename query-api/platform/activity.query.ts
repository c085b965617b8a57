import type { ActivityItem } from "#kernel/contract/api/platform/figures.ts";
import type { Prepared } from "#query-api/ask.query.ts";

import { PART, preparePlatform } from "./ask-platform.query.ts";
import { toTime } from "./platform-answers.ts";

export type ActivityRow = {
  activity_id: string;
  at_ms: number;
  type: string;
  about: string | null;
  name: string | null;
  actor_id: string;
  detail: Readonly<Record<string, unknown>>;
};

export type ActivityBody = { total: number; items: ActivityRow[] };

export const ACTIVITY: Prepared<ActivityBody> = preparePlatform({
  name: "platform-activity",
  projections: ["platform_activity", "platform_tenants"],
  sql: `select json_build_object('items', (
    select coalesce(json_agg(a order by a.seq desc), '[]')
      from (select a.activity_id, a.seq, a.at_ms, a.type, a.about, t.name, a.actor_id, a.detail
              from (select * from rm.rm_platform_activity a
                     where a.tenant_id = $1 order by a.seq desc ${PART}) a
              left join rm.rm_platform_tenants t on t.tenant_id = a.about) a))`,
});

type ActivityText = Pick<ActivityItem, "type" | "status" | "message">;

const other = (message: string, status: ActivityText["status"] = "info"): ActivityText => ({
  type: "other",
  status,
  message,
});

const created = (message: string): ActivityText => ({
  type: "tenant_created",
  status: "success",
  message,
});

const alerted = (message: string, status: ActivityText["status"]): ActivityText => ({
  type: "system_alert",
  status,
  message,
});

/** Words each event of the platform's log. `name` is the tenant it is about. */
const ACTIVITY_TEXTS: Readonly<
  Record<string, (name: string, textOf: (key: string) => string) => ActivityText>
> = {
  TenantRegistered: (name) => created(`${name} registered`),
  TenantCreated: (name) => created(`${name} was created`),
  TenantDetailsChanged: (name) => other(`${name} details were changed`),
  TenantPlanChanged: (name, textOf) => other(`${name} is now on the ${textOf("plan")} plan`),
  TenantStatusChanged: (name, textOf) => statusChanged(name, textOf),
  AccountDeletionRequested: (name) => other(`${name} requested account deletion`, "warning"),
  AccountDeletionCancelled: (name) => other(`${name} cancelled account deletion`),
  AccountDeleted: (name) => other(`${name} was deleted`, "warning"),
  SupportSessionStarted: (name, textOf) =>
    other(`Support session started for ${name}: ${textOf("reason")}`, "warning"),
  SupportSessionEnded: (name) => other(`Support session ended for ${name}`),
  SignedIn: () => other("A super admin signed in", "success"),
  LockedOut: () => other("A super admin's account was locked after failed sign-ins", "warning"),
  ContactMessageReceived: (_, textOf) => other(`Contact message received: ${textOf("subject")}`),
  PlatformSettingsChanged: () => other("Global settings were changed", "success"),
  BackupTaken: () => ({
    type: "backup_completed",
    status: "success",
    message: "A backup was taken",
  }),
  RestoreTested: (_, textOf) =>
    textOf("ok") === "true"
      ? { type: "backup_completed", status: "success", message: "A test restore succeeded" }
      : alerted("A test restore failed", "warning"),
  SystemAlertRaised: (_, textOf) => alerted(textOf("message"), "warning"),
  SystemAlertCleared: (_, textOf) => alerted(`Resolved: ${textOf("alertId")}`, "success"),
};

function statusChanged(name: string, textOf: (key: string) => string): ActivityText {
  const to = textOf("to");
  const why = textOf("reason") === "" ? "" : `: ${textOf("reason")}`;
  if (to === "suspended") {
    return { type: "user_suspended", status: "warning", message: `${name} was suspended${why}` };
  }
  return other(`${name} is now ${to}${why}`, to === "active" ? "success" : "info");
}

export function toActivityItem(row: ActivityRow): ActivityItem {
  const textOf = (key: string): string => {
    const value = row.detail[key];
    return typeof value === "string" ? value : "";
  };
  const text = ACTIVITY_TEXTS[row.type]?.(row.name ?? "A business", textOf) ?? other(row.type);
  return {
    id: row.activity_id,
    ...text,
    time: toTime(row.at_ms),
    tenant_id: row.about,
    actor_id: row.actor_id,
  };
}
