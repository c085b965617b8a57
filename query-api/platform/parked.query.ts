import type { ParkedProjection } from "#kernel/contract/api/platform-lists.ts";
import type { Prepared } from "#query-api/ask.query.ts";

import { preparePlatform } from "./ask-platform.query.ts";
import { toTime } from "./platform-answers.ts";

export type ParkedRow = Omit<ParkedProjection, "parked_at"> & { parked_ms: number };

/** Why the read models of a shop stand still. */
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
