import { loadBatch } from "#command-api/event-store/load.ts";
import { planStream, type PlannedEvent } from "#command-api/event-store/plan.ts";
import { requestHash } from "#command-api/event-store/request-hash.ts";
import type { TenantStatus } from "#kernel/contract/choices.ts";
import {
  CommandId,
  PLATFORM_TENANT_ID,
  StreamId,
  type TenantId,
  type UserId,
} from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/platform/ids.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";

import {
  type Accounts,
  appendAll,
  inAccountTransaction,
  NO_HEAD,
  toEvents,
} from "./account-transaction.ts";
import { endSessionsOfTenant } from "./session-rows.ts";
import { tenant } from "./tenant.ts";

export type TenantStatusChange = Readonly<{
  tenantId: TenantId;
  to: TenantStatus;
  reason?: string;
  /** The super admin. */
  actorId: UserId;
  commandId?: CommandId;
  meta?: string;
}>;

const STATUS = { active: 1, pending: 2, suspended: 3 } as const;

/**
 * Gives a tenant its status, in its own log and the platform's. A suspension ends all its sessions in the
 * same transaction, so that a later re-activation revives no token.
 */
export async function setTenantStatus(
  accounts: Accounts,
  change: TenantStatusChange,
): Promise<Rejection<"tenant-not-found"> | undefined> {
  const { tenantId } = change;
  const nowMs = accounts.clock();
  const commandId = change.commandId ?? CommandId.parse(newId(nowMs));
  const refusal = await inAccountTransaction(accounts, tenantId, (client) =>
    write(accounts, client, { ...change, commandId, nowMs }),
  );
  if (!refusal) accounts.onAppended?.(new Set([tenantId, PLATFORM_TENANT_ID]));
  return refusal;
}

type Settled = TenantStatusChange & Readonly<{ commandId: CommandId; nowMs: number }>;

async function write(
  { hashKey }: Accounts,
  client: PoolClient,
  change: Settled,
): Promise<Rejection<"tenant-not-found"> | undefined> {
  const { tenantId, to, reason, actorId, commandId, nowMs } = change;
  if (to === "suspended") {
    await endSessionsOfTenant(client, { tenantId, reason: "tenant-suspended", nowMs });
  }
  const own = await plan(client, change, tenantId);
  if (isRejection(own)) return own;
  const platforms = await plan(client, change, PLATFORM_TENANT_ID);
  if (isRejection(platforms)) return platforms;
  if (own.length === 0) return undefined;

  const body = { tenantId, to, reason };
  await appendAll(client, [
    {
      tenantId,
      commandId,
      requestHash: requestHash(hashKey, { actorId, method: "PUT", path: "tenant-status", body }),
      actorId,
      meta: change.meta ?? JSON.stringify({ source: "system" }),
      platform: true,
      setStatus: STATUS[to],
      events: [...toEvents(own, nowMs), ...toEvents(platforms, nowMs, PLATFORM_TENANT_ID)],
    },
  ]);
  return undefined;
}

/** The tenant's stream stands in both logs, each with a version of its own. */
async function plan(
  client: PoolClient,
  { tenantId, to, reason, commandId }: Settled,
  log: TenantId,
): Promise<readonly PlannedEvent[] | Rejection<"tenant-not-found">> {
  const streamId = StreamId.parse(tenantId);
  const [loaded] = await loadBatch(client, [{ tenantId: log, commandId, streams: [streamId] }]);
  const [head = NO_HEAD] = loaded?.heads ?? [];
  const command = { type: "ChangeTenantStatus", tenantId, to, reason } as const;
  return planStream({ decider: tenant, streamId, head, command });
}
