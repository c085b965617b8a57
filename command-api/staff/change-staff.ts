import {
  type AccountRefusal,
  type AccountWrite,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import {
  changeInvitation,
  endInvitation,
  hasNoEmail,
  lockInvitationRow,
} from "#command-api/account-store/tables/invitations.ts";
import { revokeLinks } from "#command-api/account-store/tables/links.ts";
import {
  changeRole,
  endMembership,
  lockMembershipRow,
} from "#command-api/account-store/tables/memberships.ts";
import { removePin } from "#command-api/account-store/tables/pins.ts";
import { endUserSessions } from "#command-api/account-store/tables/sessions.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { UserId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { can, type Role, ROLE_WITHOUT_EMAIL } from "#kernel/contract/rights.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { planStaff, ONE_LESS_USER } from "./plan-staff.ts";

type StaffCode = "staff-not-found" | "last-owner" | "needs-email";
type StaffResult = Promise<Readonly<{ id: UserId }> | Rejection<StaffCode | AccountRefusal>>;

/** Changes a person's role. Ends their sessions, so that a till does not keep the old rights. */
export const giveRole = (
  accounts: Accounts,
  context: CommandContext,
  userId: UserId,
  role: Role,
): StaffResult =>
  runStaffCommand(accounts, context, userId, async (client) => {
    const { tenantId, occurredMs: nowMs } = context;
    const membership = await lockMembershipRow(client, { tenantId, userId });
    if (membership?.isLastOwner && role !== "owner") return reject("last-owner");
    if (role !== ROLE_WITHOUT_EMAIL && (await hasNoEmail(client, { tenantId, userId }))) {
      return reject("needs-email");
    }
    const planned = await planStaff(client, context, { type: "ChangeRole", userId, to: role });
    if (isRejection(planned)) return planned;
    if (planned.length === 0) return { own: [] };

    if (membership) {
      await changeRole(client, { tenantId, userId, role });
      // A cashier's PIN may be shorter than that of a person who may approve.
      if (can(role, "approve") && !can(membership.role, "approve")) {
        await removePin(client, { tenantId, userId });
      }
      await endUserSessions(client, { tenantId, userId, reason: "role-changed", nowMs });
    } else {
      const invitation = await lockInvitationRow(client, { tenantId, userId });
      if (!invitation) return reject("staff-not-found");
      await changeInvitation(client, { ...invitation, role });
    }
    return { own: planned };
  });

/** Removes a person or revokes their invitation. Ends all their sessions. */
export const removeStaff = (
  accounts: Accounts,
  context: CommandContext,
  userId: UserId,
): StaffResult =>
  runStaffCommand(accounts, context, userId, async (client) => {
    const { tenantId, occurredMs: nowMs } = context;
    const person = { tenantId, userId };
    const membership = await lockMembershipRow(client, person);
    if (membership?.isLastOwner) return reject("last-owner");
    const planned = await planStaff(
      client,
      context,
      { type: "RemoveStaff", userId },
      ONE_LESS_USER,
    );
    if (isRejection(planned)) return planned;

    await endMembership(client, person, nowMs);
    await removePin(client, person);
    await endUserSessions(client, { ...person, reason: "removed", nowMs });
    await revokeLinks(client, { ...person, kind: "invitation" }, nowMs);
    await revokeLinks(client, { ...person, kind: "password-reset" }, nowMs);
    await endInvitation(client, person, nowMs);
    return { own: planned };
  });

async function runStaffCommand(
  accounts: Accounts,
  context: CommandContext,
  userId: UserId,
  work: (client: PoolClient) => Promise<AccountWrite | Rejection<StaffCode>>,
): StaffResult {
  const outcome = await runAccountCommand<StaffCode>(accounts, context, {
    streams: { own: [] },
    work,
  });
  return isRejection(outcome) ? outcome : { id: userId };
}
