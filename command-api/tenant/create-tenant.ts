import {
  type AccountRefusal,
  type AccountWrite,
  runAccountCommand,
  TENANT_STATUS,
} from "#command-api/account-store/account-command.ts";
import type { TenantDeps } from "#command-api/account-store/account-deps.ts";
import {
  appendAll,
  enterTenant,
  toEvents,
} from "#command-api/account-store/account-transaction.ts";
import { addInvitation, findInvitee } from "#command-api/account-store/tables/invitations.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream, type PlannedEvent } from "#command-api/event-store/plan.ts";
import { createInvitationLink } from "#command-api/staff/invite-staff.ts";
import { planStaff } from "#command-api/staff/plan-staff.ts";
import { lastTrialDay } from "#command-api/tenant-rules/trial-period.ts";
import type { CreateTenantRequest } from "#kernel/contract/api/tenant.ts";
import type { TenantCreated } from "#kernel/contract/events/tenant.ts";
import { PLATFORM_TENANT_ID, TenantId } from "#kernel/contract/ids.ts";
import { invariant, isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/node/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { TENANT_DEFAULTS } from "./tenant-state.ts";
import { tenant } from "./tenant.ts";

type CreationRefusal = Rejection<"email-taken" | AccountRefusal>;

/**
 * Creates a tenant for a super admin and invites its owner by email. A repeated request is found in
 * the platform's log.
 */
export async function createTenant(
  deps: TenantDeps,
  context: CommandContext,
  body: CreateTenantRequest,
): Promise<Readonly<{ id: TenantId }> | CreationRefusal> {
  const tenantId = TenantId.parse(newId(context.occurredMs));
  const outcome = await runAccountCommand<"email-taken">(
    deps.accounts,
    { ...context, tenantId: PLATFORM_TENANT_ID },
    {
      streams: { own: [] },
      work: (client) => writeTenant(deps, client, { context, body, tenantId }),
    },
  );
  if (isRejection(outcome)) return outcome;
  deps.accounts.onAppended?.(new Set([tenantId]));
  const [created] = outcome.events;
  return { id: created?.type === "TenantCreated" ? created.data.tenantId : tenantId };
}

type Creation = Readonly<{
  context: CommandContext;
  body: CreateTenantRequest;
  tenantId: TenantId;
}>;

async function writeTenant(
  { accounts, sealer }: TenantDeps,
  client: PoolClient,
  { context, body, tenantId }: Creation,
): Promise<AccountWrite | Rejection<"email-taken">> {
  const { commandId, occurredMs: nowMs } = context;
  const { email } = body;
  await enterTenant(client, tenantId);
  const ownerId = await findInvitee(client, email, nowMs);
  if (typeof ownerId === "object") return ownerId;
  await addInvitation(client, { tenantId, userId: ownerId, email, role: "owner" }, nowMs);
  await createInvitationLink(accounts, client, { ...context, tenantId }, ownerId);

  const trialUntil = await lastTrialDay(client, nowMs, TENANT_DEFAULTS.timezone);
  const details = { tenantId, ownerId, ...detailsOf(body, trialUntil) };
  const sealed = await sealer.seal(tenantId, ownerId, email);
  const invitation = {
    type: "InviteStaff",
    userId: ownerId,
    email: sealed,
    role: "owner",
  } as const;
  const invited = await planStaff(client, { ...context, tenantId }, invitation);
  invariant(!isRejection(invited), "a new owner was refused");
  await appendAll(client, [
    {
      tenantId,
      commandId,
      requestHash: context.requestHash,
      actorId: context.actorId,
      meta: JSON.stringify(context.meta),
      newTenant: true,
      setStatus: TENANT_STATUS[details.status],
      events: toEvents([...planCreation({ ...details, email: sealed }), ...invited], nowMs),
    },
  ]);
  // A sealed text opens only in the log it was sealed for.
  const platformEmail = await sealer.seal(PLATFORM_TENANT_ID, ownerId, email);
  return { own: planCreation({ ...details, email: platformEmail }) };
}

const detailsOf = (body: CreateTenantRequest, trialUntil: string) => ({
  name: body.name,
  ...(body.phone === undefined ? {} : { phone: body.phone }),
  ...(body.address === undefined ? {} : { address: body.address }),
  status: body.status ?? ("active" as const),
  plan: body.plan ?? ("basic" as const),
  trialUntil,
  ...TENANT_DEFAULTS,
});

function planCreation(details: TenantCreated["data"]): readonly PlannedEvent[] {
  const planned = planStream({
    decider: tenant,
    streamId: details.tenantId,
    head: NO_HEAD,
    command: { type: "CreateTenant", ...details },
  });
  invariant(!isRejection(planned), "a new tenant was refused");
  return planned;
}
