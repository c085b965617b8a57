import type { MailItem, InboxMessage, AccessLogLine } from "#kernel/contract/api/platform/lists.ts";
import type { Prepared } from "#query-api/ask.query.ts";
import type { ListBody } from "#query-api/listing.ts";

import { PART, preparePlatform } from "./ask-platform.query.ts";
import { toTime, toTimeOrNull } from "./platform-answers.ts";

export type MailRow = Omit<MailItem, "id" | "requested_at" | "settled_at"> & {
  mail_id: string;
  requested_ms: number;
  settled_ms: number | null;
};

const IS_MEANT = "($2 ->> 'status' is null or m.status = $2 ->> 'status')";

export const MAILS: Prepared<ListBody<MailRow>> = preparePlatform({
  name: "platform-mails",
  projections: ["platform_mails"],
  sql: `select json_build_object(
    'total', (select count(*) from rm.rm_platform_mails m where ${IS_MEANT}),
    'items', (
      select coalesce(json_agg(m order by m.requested_ms desc, m.mail_id desc), '[]')
        from (select m.mail_id, m.tenant_id, t.name as tenant_name, m.kind, m.to_email, m.subject, m.status, m.error,
                     m.requested_ms, m.settled_ms
                from (select * from rm.rm_platform_mails m
                       where ${IS_MEANT}
                       order by m.requested_ms desc, m.mail_id desc ${PART}) m
                left join rm.rm_platform_tenants t on t.tenant_id = m.tenant_id) m))`,
});

export const toMailItem = ({
  mail_id: id,
  requested_ms,
  settled_ms,
  ...row
}: MailRow): MailItem => ({
  id,
  ...row,
  requested_at: toTime(requested_ms),
  settled_at: toTimeOrNull(settled_ms),
});

export type InboxRow = Omit<InboxMessage, "id" | "received_at"> & {
  message_id: string;
  received_ms: number;
};

export const INBOX: Prepared<ListBody<InboxRow>> = preparePlatform({
  name: "platform-inbox",
  projections: ["platform_inbox"],
  sql: `select json_build_object(
    'total', (select count(*) from rm.rm_platform_inbox i where i.tenant_id = $1),
    'items', (
      select coalesce(json_agg(i order by i.received_ms desc, i.message_id desc), '[]')
        from (select i.message_id, i.subject, i.first_name, i.last_name, i.email, i.company, i.message, i.received_ms
                from rm.rm_platform_inbox i
               where i.tenant_id = $1
               order by i.received_ms desc, i.message_id desc ${PART}) i))`,
});

export const toInboxMessage = ({
  message_id: id,
  received_ms,
  ...row
}: InboxRow): InboxMessage => ({
  id,
  ...row,
  received_at: toTime(received_ms),
});

export type AccessRow = Omit<AccessLogLine, "at"> & { at_ms: number };

export const ACCESS_LOG: Prepared<ListBody<AccessRow>> = preparePlatform({
  name: "platform-access-log",
  projections: ["platform_tenants"],
  sql: `select json_build_object(
    'total', (select count(*) from audit.access_log),
    'items', (
      select coalesce(json_agg(l order by l.at_ms desc, l.id desc), '[]')
        from (select l.id, l.at_ms, l.action, l.result, l.target, l.tenant_id, t.name as tenant_name, l.actor_id,
                     l.ip_prefix
                from (select * from audit.access_log l order by l.at_ms desc, l.id desc ${PART}) l
                left join rm.rm_platform_tenants t on t.tenant_id = l.tenant_id) l))`,
});

export const toAccessLine = ({ at_ms, ...row }: AccessRow): AccessLogLine => ({
  ...row,
  at: toTime(at_ms),
});
