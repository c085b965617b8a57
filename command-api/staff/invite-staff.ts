import {
  type AccountRefusal,
  type AccountWrite,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps, TenantDeps } from "#command-api/account-store/account-deps.ts";
import {
  inAccountTransaction,
  type Accounts,
} from "#command-api/account-store/account-transaction.ts";
import { overLimit, type TooManyAttempts } from "#command-api/account-store/limits.ts";
import {
  addInvitation,
  changeInvitation,
  hasNoEmail,
  type Invitee,
  lockInvitationRow,
  findInvitee,
  isInvited,
} from "#command-api/account-store/tables/invitations.ts";
import { addLink, revokeLinks } from "#command-api/account-store/tables/links.ts";
import { lockMembershipRow } from "#command-api/account-store/tables/memberships.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { invitationPath, pinLinkPath } from "#command-api/mail-link.ts";
import {
  localDate,
  tenantRulesStreams,
  toTenantRules,
} from "#command-api/tenant-rules/tenant-rules.ts";
import type { InviteStaffRequest } from "#kernel/contract/api/staff.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { StaffInvited } from "#kernel/contract/events/staff.ts";
import { type TenantId, UserId } from "#kernel/contract/ids.ts";
import { invariant, isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/node/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { planStaff, oneMoreUser } from "./plan-staff.ts";

export type InvitationDeps = TenantDeps & Readonly<{ accounts: AccountDeps }>;

type InviteCode = "email-taken" | "already-invited" | "day-has-passed" | "staff-not-found";
type Refusal = Rejection<InviteCode | AccountRefusal> | TooManyAttempts;

export type Invited = Readonly<{ id: UserId; link: string; isEmailed: boolean }>;

/**
 * Invites a person to the tenant. The email with the link is sent in reaction to the event. The
 * owner gets the link, too, because not everyone reads email, or has one.
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
  const { userId, email } = invited.data;
  return invitedAs(deps, context, { userId, isEmailed: email !== undefined });
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
  if (isRejection(outcome)) return outcome;
  const { tenantId } = context;
  const byName = await inAccountTransaction(deps.accounts, tenantId, (client) =>
    hasNoEmail(client, { tenantId, userId }),
  );
  return invitedAs(deps, context, { userId, isEmailed: !byName });
}

/**
 * Makes a link with which an active person without an email sets a new PIN. Any other person sets it
 * with their password.
 */
export async function makePinLink(
  deps: InvitationDeps,
  context: CommandContext,
  userId: UserId,
): Promise<Invited | Refusal> {
  const { tenantId } = context;
  const outcome = await runAccountCommand<InviteCode>(deps.accounts, context, {
    streams: { own: [] },
    work: async (client) => {
      const membership = await lockMembershipRow(client, { tenantId, userId });
      if (!membership || !(await hasNoEmail(client, { tenantId, userId }))) {
        return reject("staff-not-found");
      }
      await createInvitationLink(deps.accounts, client, context, userId);
      const planned = await planStaff(client, context, { type: "MakePinLink", userId });
      return isRejection(planned) ? planned : { own: planned };
    },
  });
  return isRejection(outcome) ? outcome : invitedAs(deps, context, { userId, isEmailed: false });
}

function invitedAs(
  { accounts: { mailLinks } }: InvitationDeps,
  { tenantId, commandId }: CommandContext,
  { userId: id, isEmailed }: Readonly<{ userId: UserId; isEmailed: boolean }>,
): Invited {
  const pathOf = isEmailed ? invitationPath : pinLinkPath;
  return { id, link: pathOf(mailLinks, tenantId, commandId), isEmailed };
}

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
  const { role, ends_on: endsOn } = request;
  const invitee = inviteeOf(request);
  const rules = toTenantRules(tenant, settings);
  if (endsOn !== undefined && endsOn < localDate(nowMs, rules.timezone)) {
    return reject("day-has-passed");
  }
  const userId = await idOfInvitee(client, { tenantId, invitee, nowMs });
  if (typeof userId === "object") return userId;
  await addInvitation(client, { tenantId, userId, ...invitee, role, endsOn }, nowMs);
  await createInvitationLink(accounts, client, context, userId);

  const sealed = await sealedInvitee(invitee, (value) => sealer.seal(tenantId, userId, value));
  const ending = endsOn === undefined ? {} : { endsOn };
  const command = { type: "InviteStaff", userId, ...sealed, role, ...ending } as const;
  const planned = await planStaff(client, context, command, oneMoreUser(rules, nowMs));
  return isRejection(planned) ? planned : { own: planned };
}

/** The schema has checked that one of the two is there. */
function inviteeOf({
  email,
  first_name: first,
  last_name: last,
  phone,
}: InviteStaffRequest): Invitee {
  if (email !== undefined) return { email };
  invariant(first !== undefined, "a person without an email has a name");
  return { email: null, named: { firstName: first, lastName: last ?? "", phone: phone ?? null } };
}

/** Two people may have one name, so nothing but the email says who was invited before. */
async function idOfInvitee(
  client: PoolClient,
  { tenantId, invitee, nowMs }: Readonly<{ tenantId: TenantId; invitee: Invitee; nowMs: number }>,
): Promise<UserId | Rejection<InviteCode>> {
  const { email } = invitee;
  if (email === null) return UserId.parse(newId(nowMs));
  if (await isInvited(client, { tenantId, email })) return reject("already-invited");
  return findInvitee(client, email, nowMs);
}

type SealedInvitee = Pick<StaffInvited["data"], "email" | "firstName" | "lastName" | "phone">;

async function sealedInvitee(
  { email, named }: Invitee,
  seal: (value: string) => Promise<Sealed>,
): Promise<SealedInvitee> {
  if (named === undefined) return { email: await seal(email) };
  const { firstName, lastName, phone } = named;
  return {
    firstName: await seal(firstName),
    ...(lastName === "" ? {} : { lastName: await seal(lastName) }),
    ...(phone === null ? {} : { phone: await seal(phone) }),
  };
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
