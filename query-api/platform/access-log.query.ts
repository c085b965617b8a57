import type { AccessLogLine } from "#kernel/contract/api/platform-lists.ts";
import type { Prepared } from "#query-api/ask.query.ts";
import type { ListBody } from "#query-api/listing.ts";

import { PART, preparePlatform } from "./ask-platform.query.ts";
import { toTime } from "./platform-answers.ts";

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
