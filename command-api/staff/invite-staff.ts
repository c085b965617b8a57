import {
  type AccountRefusal,
  type AccountWrite,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps, TenantDeps } from "#command-api/account-store/account-deps.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import { overLimit, type TooManyAttempts } from "#command-api/account-store/limits.ts";
import {
  addInvitation,
  changeInvitation,
  lockInvitationRow,
  findInvitee,
  isInvited,
} from "#command-api/account-store/tables/invitations.ts";
import { addLink, revokeLinks } from "#command-api/account-store/tables/links.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { invitationPath } from "#command-api/mail-link.ts";
import {
  localDate,
  tenantRulesStreams,
  toTenantRules,
} from "#command-api/tenant-rules/tenant-rules.ts";
import type { InviteStaffRequest } from "#kernel/contract/api/staff.ts";
import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import { invariant, isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { planStaff, oneMoreUser } from "./plan-staff.ts";

export type InvitationDeps = TenantDeps & Readonly<{ accounts: AccountDeps }>;

type InviteCode = "email-taken" | "already-invited" | "day-has-passed" | "staff-not-found";
type Refusal = Rejection<InviteCode | AccountRefusal> | TooManyAttempts;

type Invited = Readonly<{ id: UserId; link: string }>;

/**
 * Invites a person to the tenant. The email with the link is sent in reaction to the event. The
 * owner gets the link, too, because not everyone reads email.
 */
export async function inviteStaff(
  deps: InvitationDeps,
  context: CommandContext,
  request: InviteStaffRequest,
): Promise<Invited | Refusal> {
  const tooMany = await countInvitationEmail(deps, context.tenantId);
  if (tooMany) return tooMany;
  const outcome = await runAccountCommand<InviteCode>(deps.accounts, context, {
    streams: { own: tenantRulesStreams(context.tenantId) },
    work: (client, { own }) => writeInvitation(deps, client, { context, request, heads: own }),
  });
  if (isRejection(outcome)) return outcome;
  const [invited] = outcome.events;
  invariant(invited?.type === "StaffInvited", "an invitation appends StaffInvited first");
  return { id: invited.data.userId, link: linkOf(deps, context) };
}

/**
 * Sends the same invitation with a new link, which works for another week. The old link stops
 * working.
 */
export async function resendInvitation(
  deps: InvitationDeps,
  context: CommandContext,
  userId: UserId,
): Promise<Invited | Refusal> {
  const tooMany = await countInvitationEmail(deps, context.tenantId);
  if (tooMany) return tooMany;
  const outcome = await runAccountCommand<InviteCode>(deps.accounts, context, {
    streams: { own: [] },
    work: async (client) => {
      const invitation = await lockInvitationRow(client, { tenantId: context.tenantId, userId });
      if (!invitation) return reject("staff-not-found");
      await createInvitationLink(deps.accounts, client, context, userId);
      await changeInvitation(client, invitation, context.occurredMs);
      const planned = await planStaff(client, context, { type: "ResendInvitation", userId });
      return isRejection(planned) ? planned : { own: planned };
    },
  });
  return isRejection(outcome) ? outcome : { id: userId, link: linkOf(deps, context) };
}

const linkOf = ({ accounts }: InvitationDeps, { tenantId, commandId }: CommandContext): string =>
  invitationPath(accounts.mailLinks, tenantId, commandId);

/** Every email to an address the sender chooses counts, even if the invitation is then refused. */
const countInvitationEmail = (
  { accounts: { invitationLimit } }: InvitationDeps,
  tenantId: TenantId,
): Promise<TooManyAttempts | undefined> => overLimit(invitationLimit, "invitations", tenantId);

type InviteInput = Readonly<{
  context: CommandContext;
  request: InviteStaffRequest;
  heads: readonly Head[];
}>;

async function writeInvitation(
  { accounts, sealer }: TenantDeps,
  client: PoolClient,
  { context, request, heads: [tenant, settings] }: InviteInput,
): Promise<AccountWrite | Rejection<InviteCode>> {
  const { tenantId, occurredMs: nowMs } = context;
  const { email, role, ends_on: endsOn } = request;
  const rules = toTenantRules(tenant, settings);
  if (endsOn !== undefined && endsOn < localDate(nowMs, rules.timezone)) {
    return reject("day-has-passed");
  }
  if (await isInvited(client, { tenantId, email })) return reject("already-invited");
  const userId = await findInvitee(client, email, nowMs);
  if (typeof userId === "object") return userId;
  await addInvitation(client, { tenantId, userId, email, role, endsOn }, nowMs);
  await createInvitationLink(accounts, client, context, userId);

  const sealed = await sealer.seal(tenantId, userId, email);
  const ending = endsOn === undefined ? {} : { endsOn };
  const command = { type: "InviteStaff", userId, email: sealed, role, ...ending } as const;
  const planned = await planStaff(client, context, command, oneMoreUser(rules, nowMs));
  return isRejection(planned) ? planned : { own: planned };
}

/** Creates the link for the email of this command. Revokes earlier links. */
export async function createInvitationLink(
  { mailLinks }: Accounts,
  client: PoolClient,
  { tenantId, commandId, occurredMs }: CommandContext,
  userId: UserId,
): Promise<void> {
  const link = { kind: "invitation", tenantId, userId } as const;
  await revokeLinks(client, link, occurredMs);
  const token = mailLinks.tokenFor("invitation", tenantId, commandId);
  await addLink(client, { ...link, commandId, token }, occurredMs);
}
