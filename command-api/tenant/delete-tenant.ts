import {
  type AccountRefusal,
  runAccountCommand,
  TENANT_STATUS,
} from "#command-api/account-store/account-command.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import { requestHash } from "#command-api/http/request-hash.ts";
import { CommandId, PLATFORM_TENANT_ID, type TenantId, SYSTEM_ID } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/node/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { closeTenantAccounts } from "./close-tenant-accounts.ts";
import { planTenantInBothLogs } from "./plan-tenant.ts";
import type { Tenant } from "./tenant-state.ts";
import { tenant, type TenantRejectionCode } from "./tenant.ts";

/**
 * Deletes a tenant after its grace period: sign-ins stop, personal data in its log becomes
 * unreadable, and the record of its sales stays. Refuses before the deletion date and after a
 * cancellation. Safe to run twice.
 */
export async function deleteTenant(
  accounts: Accounts,
  tenantId: TenantId,
): Promise<Rejection<TenantRejectionCode | AccountRefusal> | undefined> {
  const nowMs = accounts.clock();
  const streams = [tenantId];
  const identity = { actorId: SYSTEM_ID, method: "DELETE", path: "account", body: { tenantId } };
  const context = {
    tenantId,
    actorId: SYSTEM_ID,
    commandId: CommandId.parse(newId(nowMs)),
    requestHash: requestHash(accounts.hashKey, identity),
    meta: { source: "system" as const },
    occurredMs: nowMs,
  };
  const outcome = await runAccountCommand<TenantRejectionCode>(accounts, context, {
    streams: { own: streams, platform: streams },
    allowSuspended: true,
    setStatus: TENANT_STATUS.suspended,
    work: async (client, heads) => {
      const planned = planTenantInBothLogs(
        tenantId,
        { type: "DeleteTenant", tenantId, nowMs },
        heads,
      );
      if (isRejection(planned)) return planned;
      await closeTenantAccounts(client, tenantId, nowMs);
      await destroyKeys(client, tenantId, tenant.parseState(heads.own[0]?.state));
      // In the list outside the database, the tenant's own id means all of its people.
      await client.query("select es.note_erased($1, $1, $2)", [tenantId, nowMs]);
      return planned;
    },
  });
  return isRejection(outcome) ? outcome : undefined;
}

const TRY_AGAIN = new Set<string>(["deletion-not-due", "concurrent-change"]);

/**
 * For the scheduler. Done or cancelled counts as success; a deletion that comes too early throws,
 * so it is retried.
 */
export const deletionJob =
  (accounts: Accounts) =>
  async (tenantId: TenantId): Promise<void> => {
    const refusal = await deleteTenant(accounts, tenantId);
    if (refusal && TRY_AGAIN.has(refusal.rejected)) throw new Error(refusal.rejected);
  };

/** Texts sealed for the platform's log have a separate key there. */
async function destroyKeys(client: PoolClient, tenantId: TenantId, state: Tenant): Promise<void> {
  await client.query("select es.destroy_subject_keys($1)", [tenantId]);
  if (state.status === "unknown") return;
  const { ownerId } = state;
  await client.query("select es.destroy_subject_key($1, $2)", [PLATFORM_TENANT_ID, ownerId]);
}
