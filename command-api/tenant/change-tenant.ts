import {
  type AccountRefusal,
  type AccountResult,
  type AccountWrite,
  runAccountCommand,
  TENANT_STATUS,
} from "#command-api/account-store/account-command.ts";
import type { TenantDeps } from "#command-api/account-store/account-deps.ts";
import { headAfter } from "#command-api/account-store/account-transaction.ts";
import { endTenantSessions } from "#command-api/account-store/tables/sessions.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream, type PlannedEvent } from "#command-api/event-store/plan.ts";
import type { ChangeTenantRequest } from "#kernel/contract/api/tenant.ts";
import type { TenantDetailsChanged } from "#kernel/contract/events/tenant.ts";
import { PLATFORM_TENANT_ID, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { inviteOwnerAgain } from "./invite-owner.ts";
import type { KnownTenant } from "./tenant-state.ts";
import { tenant, type TenantCommand } from "./tenant.ts";

type ChangeRefusal = "tenant-not-found" | "email-taken";
type Change = Readonly<{ context: CommandContext; request: ChangeTenantRequest }>;

/**
 * Changes a tenant for a super admin, in its own log and the platform's. A suspension ends all
 * sessions in the same transaction, so that reactivating the tenant revives no token.
 */
export function changeTenant(
  deps: TenantDeps,
  context: CommandContext,
  request: ChangeTenantRequest,
): Promise<AccountResult | Rejection<ChangeRefusal | AccountRefusal>> {
  const streams = [context.tenantId];
  const { status } = request;
  return runAccountCommand<ChangeRefusal>(deps.accounts, context, {
    streams: { own: streams, platform: streams },
    allowSuspended: true,
    setStatus: status && TENANT_STATUS[status],
    work: (client, { own: [own], platform: [platform] }) =>
      writeChange(deps, client, { context, request, own, platform }),
  });
}

type ChangeWithHeads = Change & Readonly<{ own?: Head | undefined; platform?: Head | undefined }>;

async function writeChange(
  deps: TenantDeps,
  client: PoolClient,
  { own, platform, ...change }: ChangeWithHeads,
): Promise<AccountWrite | Rejection<ChangeRefusal>> {
  const { context, request } = change;
  const { tenantId, occurredMs: nowMs } = context;
  const [inOwn, inPlatforms] = [
    await planIn(deps.sealer, { ...change, log: tenantId, head: own }),
    await planIn(deps.sealer, { ...change, log: PLATFORM_TENANT_ID, head: platform }),
  ];
  if (isRejection(inOwn)) return inOwn;
  if (isRejection(inPlatforms)) return inPlatforms;

  if (request.status === "suspended") {
    await endTenantSessions(client, { tenantId, reason: "tenant-suspended", nowMs });
  }
  const invited = await inviteOwner(deps, client, { ...change, own });
  if (isRejection(invited)) return invited;
  return { own: [...inOwn, ...invited], platform: inPlatforms };
}

function inviteOwner(
  deps: TenantDeps,
  client: PoolClient,
  { context, request, own = NO_HEAD }: Omit<ChangeWithHeads, "platform">,
): Promise<readonly PlannedEvent[] | Rejection<ChangeRefusal>> {
  const state = tenant.parseState(own.state);
  const { email } = request;
  if (state.status === "unknown" || email === undefined) return Promise.resolve([]);
  return inviteOwnerAgain(deps, client, { context, ownerId: state.ownerId, email });
}

type ChangeInLog = Change & Readonly<{ log: TenantId; head: Head | undefined }>;

/** The tenant's stream exists in both logs, with independent versions and sealed texts. */
async function planIn(
  sealer: Sealer,
  { context, request, log, head = NO_HEAD }: ChangeInLog,
): Promise<readonly PlannedEvent[] | Rejection<ChangeRefusal>> {
  const { tenantId } = context;
  const state = tenant.parseState(head.state ?? tenant.initialState);
  if (state.status === "unknown") return reject("tenant-not-found");
  const changes = await changesOf(sealer, log, { state, request });
  const { plan, status: to, reason } = request;
  const commands: TenantCommand[] = [
    { type: "ChangeTenantDetails", tenantId, changes },
    ...(plan ? [{ type: "ChangeTenantPlan", tenantId, plan } as const] : []),
    ...(to ? [{ type: "ChangeTenantStatus", tenantId, to, reason } as const] : []),
  ];
  const planned: PlannedEvent[] = [];
  for (const command of commands) {
    const more = planStream({
      decider: tenant,
      streamId: tenantId,
      head: headAfter(head, planned),
      command,
    });
    if (isRejection(more)) return reject("tenant-not-found");
    planned.push(...more);
  }
  return planned;
}

type Changes = TenantDetailsChanged["data"]["changes"];

async function changesOf(
  sealer: Sealer,
  log: TenantId,
  { state, request }: Readonly<{ state: KnownTenant; request: ChangeTenantRequest }>,
): Promise<Changes> {
  const changes: Changes = {};
  const { name, email } = request;
  if (name !== undefined && name !== state.name) changes.name = { from: state.name, to: name };
  for (const field of ["phone", "address"] as const) {
    const [from, to] = [state[field] ?? null, request[field]];
    if (to !== undefined && to !== from) changes[field] = { from, to };
  }
  const address = await changedEmail(sealer, log, { state, email });
  if (address) changes.email = address;
  return changes;
}

async function changedEmail(
  sealer: Sealer,
  log: TenantId,
  { state, email }: Readonly<{ state: KnownTenant; email: string | undefined }>,
): Promise<Changes["email"]> {
  const known = state.email && (await sealer.open(log, state.email));
  if (email === undefined || email === known) return undefined;
  return { from: state.email ?? null, to: await sealer.seal(log, state.ownerId, email) };
}
