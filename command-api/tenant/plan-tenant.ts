import type { AccountWrite } from "#command-api/account-store/account-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream, type PlannedEvent } from "#command-api/event-store/plan.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";

import { tenant, type TenantCommand, type TenantRejectionCode } from "./tenant.ts";

export const planTenant = (
  tenantId: TenantId,
  command: TenantCommand,
  head: Head = NO_HEAD,
): readonly PlannedEvent[] | Rejection<TenantRejectionCode> =>
  planStream({ decider: tenant, streamId: tenantId, head, command });

type Heads = Readonly<{ own: readonly Head[]; platform: readonly Head[] }>;

/** Plans the same command on the tenant's stream in both logs. */
export function planTenantInBothLogs(
  tenantId: TenantId,
  command: TenantCommand,
  { own: [own], platform: [platform] }: Heads,
): AccountWrite | Rejection<TenantRejectionCode> {
  const inOwn = planTenant(tenantId, command, own);
  if (isRejection(inOwn)) return inOwn;
  const inPlatforms = planTenant(tenantId, command, platform);
  return isRejection(inPlatforms) ? inPlatforms : { own: inOwn, platform: inPlatforms };
}
