import type { InboxMessage } from "#kernel/contract/api/platform-lists.ts";
import type { Prepared } from "#query-api/ask.query.ts";
import type { ListBody } from "#query-api/listing.ts";

import { PART, preparePlatform } from "./ask-platform.query.ts";
import { toTime } from "./platform-answers.ts";

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
