import { loadBatch } from "#command-api/event-store/load.ts";
import { tenantRulesStreams, toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import type { SessionTenant } from "#kernel/contract/api/session.ts";
import type { CommandId, TenantId } from "#kernel/contract/ids.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { tenant } from "./tenant.ts";

/** The tenant as signed-in users see it, with the owner's settings applied. */
export async function tenantForSession(
  db: Queryable,
  id: TenantId,
  commandId: CommandId,
): Promise<SessionTenant> {
  const streams = tenantRulesStreams(id);
  const [loaded] = await loadBatch(db, [{ tenantId: id, commandId, streams }]);
  const [own, settings] = loaded?.heads ?? [];
  const state = tenant.parseState(own?.state ?? tenant.initialState);
  if (state.status === "unknown") throw new InvariantError("a tenant has no stream of its own");
  const { name, plan, currency, timezone } = toTenantRules(own, settings);
  return { id, name, status: state.status, plan, currency, timezone };
}
