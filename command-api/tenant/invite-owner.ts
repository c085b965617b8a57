import {
  type AccountRefusal,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { TenantDeps } from "#command-api/account-store/account-deps.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import {
  changeInvitation,
  lockInvitationRow,
} from "#command-api/account-store/tables/invitations.ts";
import { isEmailInUse } from "#command-api/account-store/tables/users.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import type { PlannedEvent } from "#command-api/event-store/plan.ts";
import { createInvitationLink } from "#command-api/staff/invite-staff.ts";
import { planStaff } from "#command-api/staff/plan-staff.ts";
import { PLATFORM_TENANT_ID, type UserId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { tenant } from "./tenant.ts";

type OwnerInvitation = Readonly<{ context: CommandContext; ownerId: UserId; email: string }>;

/**
 * Invites an owner who has not joined yet at the new email. The link sent to the old one stops
 * working.
 */
export async function inviteOwnerAgain(
  { accounts, sealer }: TenantDeps,
  client: PoolClient,
  { context, ownerId, email }: OwnerInvitation,
): Promise<readonly PlannedEvent[] | Rejection<"email-taken">> {
  const { tenantId, occurredMs: nowMs } = context;
  const invitation = await lockInvitationRow(client, { tenantId, userId: ownerId });
  if (!invitation || invitation.email === email) return [];
  if (await isEmailInUse(client, email)) return reject("email-taken");
  await createInvitationLink(accounts, client, context, ownerId);
  await changeInvitation(client, { ...invitation, email }, nowMs);

  const sealed = await sealer.seal(tenantId, ownerId, email);
  const { role } = invitation;
  const command = { type: "InviteStaff", userId: ownerId, email: sealed, role } as const;
  const planned = await planStaff(client, context, command);
  return isRejection(planned) ? [] : planned;
}

/** Sends the owner a new link for the same invitation. */
export async function reinviteOwner(
  accounts: Accounts,
  context: CommandContext,
): Promise<Rejection<OwnerCode | AccountRefusal> | undefined> {
  const { tenantId } = context;
  const outcome = await runAccountCommand<OwnerCode>(accounts, context, {
    streams: { own: [tenantId] },
    allowSuspended: true,
    work: async (client, { own: [head = NO_HEAD] }) => {
      const state = tenant.parseState(head.state ?? tenant.initialState);
      if (state.status === "unknown" || state.deleted) return reject("tenant-not-found");
      const { ownerId: userId } = state;
      const invitation = await lockInvitationRow(client, { tenantId, userId });
      if (!invitation) return reject("already-joined");
      await createInvitationLink(accounts, client, context, userId);
      await changeInvitation(client, invitation, context.occurredMs);
      const command = { type: "ResendInvitation", userId } as const;
      const own = await planStaff(client, context, command);
      const platform = await planStaff(
        client,
        { ...context, tenantId: PLATFORM_TENANT_ID },
        command,
      );
      if (isRejection(own)) return own;
      return isRejection(platform) ? platform : { own, platform };
    },
  });
  return isRejection(outcome) ? outcome : undefined;
}

type OwnerCode = "tenant-not-found" | "staff-not-found" | "already-joined";
