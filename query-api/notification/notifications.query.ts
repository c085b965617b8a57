import type { MailItem } from "#kernel/contract/api/mail.ts";
import type { NotificationItem } from "#kernel/contract/api/notification.ts";
import type { NotificationType } from "#kernel/contract/choices.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

export type NotificationRow = {
  notification_id: string;
  type: NotificationType;
  title: string;
  message: string;
  icon: string;
  action: string | null;
  is_read: boolean;
  raised_ms: number;
};

/** The newest hundred of one person. The command side keeps no more either. */
export const NOTIFICATIONS: Prepared<NotificationRow[]> = prepare({
  name: "notifications",
  projections: ["notifications", "bells"],
  sql: `
    select coalesce(json_agg(n order by n.raised_seq desc), '[]')
      from (select n.notification_id, n.type, n.title, n.message, n.icon, n.action, n.is_read, n.raised_ms, n.raised_seq
              from rm.rm_notifications n
             where n.tenant_id = $1 and n.user_id = ($2 ->> 'userId')::uuid
               and n.raised_seq > coalesce((
                     select b.cleared_seq from rm.rm_bells b
                      where b.tenant_id = $1 and b.user_id = ($2 ->> 'userId')::uuid), 0)
               and not n.is_dismissed
             order by n.raised_seq desc
             limit 100) n`,
});

export const toNotificationItem = (row: NotificationRow): NotificationItem => ({
  id: row.notification_id,
  timestamp: new Date(row.raised_ms).toISOString(),
  read: row.is_read,
  type: row.type,
  title: row.title,
  message: row.message,
  icon: row.icon,
  action: row.action,
});

export type MailRow = {
  mail_id: string;
  kind: string;
  subject: string;
  to_email: string | null;
  status: "pending" | "success" | "failed";
  error: string | null;
  requested_ms: number;
  settled_ms: number | null;
};

/** Emails about the business, without those about a person's account. */
export const MAILS: Prepared<MailRow[]> = prepare({
  name: "mails",
  projections: ["mails"],
  sql: `
    select coalesce(json_agg(m order by m.requested_ms desc, m.mail_id desc), '[]')
      from (select m.mail_id, m.kind, m.subject, m.to_email, m.status, m.error, m.requested_ms, m.settled_ms
              from rm.rm_mails m
             where m.tenant_id = $1 and m.kind not in ('password-reset', 'password-changed')
             order by m.requested_ms desc, m.mail_id desc
             limit ($2 ->> 'limit')::bigint) m`,
});

export const toMailItem = (row: MailRow): MailItem => ({
  id: row.mail_id,
  kind: row.kind,
  subject: row.subject,
  to_email: row.to_email,
  sent_at: new Date(row.settled_ms ?? row.requested_ms).toISOString(),
  status: row.status,
  error: row.error,
});
