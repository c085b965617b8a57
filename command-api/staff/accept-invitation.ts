import {
  idempotently,
  type AccountResult,
  type AccountRefusal,
  type AccountWrite,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import { inAccountTransaction } from "#command-api/account-store/account-transaction.ts";
import { type Caller, callerOf } from "#command-api/account-store/caller.ts";
import { confirmRepeatedPassword } from "#command-api/account-store/confirm-password.ts";
import { overLimit, type TooManyAttempts } from "#command-api/account-store/limits.ts";
import { inviteeTexts, refuse } from "#command-api/account-store/refusal.ts";
import { anonymousContext, type AccountRouteDeps } from "#command-api/account-store/route-deps.ts";
import { endInvitation, lockInvitationRow } from "#command-api/account-store/tables/invitations.ts";
import {
  findLink,
  consumeLink,
  findTenantOfLink,
} from "#command-api/account-store/tables/links.ts";
import { joinTenant, worksElsewhere } from "#command-api/account-store/tables/memberships.ts";
import { findUser, isEmailTaken, upsertUser } from "#command-api/account-store/tables/users.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { CommandHeaders } from "#command-api/http/command-context.ts";
import { tenantRulesStreams, toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import { AcceptInvitationRequest, AcceptInvitationResult } from "#kernel/contract/api/staff.ts";
import type { UserId } from "#kernel/contract/ids.ts";
import { invariant, isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { planStaff } from "./plan-staff.ts";

type AcceptCode = "link-invalid" | "email-taken" | "staff-not-found";

type Refusal = Rejection<AcceptCode | AccountRefusal | "unavailable">;

/**
 * Creates the account of the person who holds the emailed link, with a name and a password. Opens
 * no session: the person signs in with the returned email.
 */
async function acceptInvitation(
  accounts: AccountDeps,
  anonymous: CommandContext,
  body: AcceptInvitationRequest,
  { sender }: Pick<Caller, "sender">,
): Promise<Refusal | TooManyAttempts | Readonly<{ email: string }>> {
  const tooMany = await overLimit(accounts.passwordLimits.linksPerAddress, sender);
  if (tooMany) return tooMany;
  const tenantId = await findTenantOfLink(accounts.pool, { kind, token: body.token });
  if (!tenantId) return reject("link-invalid");
  const context = { ...anonymous, tenantId };
  // If the answer of the first attempt was lost, its link is already used up.
  const outcome = await idempotently(accounts, context, () => joinAs(accounts, context, body));
  if ("rejected" in outcome) return outcome;
  const userId = userOf(outcome);
  if (outcome.isRepeated) {
    const refusal = await confirmRepeatedPassword(accounts, userId, body.password);
    if (refusal) return refusal;
  }
  const user = await findUser(accounts.pool, userId);
  invariant(user !== undefined, "an acceptance creates the user");
  return { email: user.email };
}

const kind = "invitation";

function userOf({ events: [joined] }: AccountResult): UserId {
  invariant(joined?.type === "StaffJoined", "an acceptance appends StaffJoined first");
  return joined.data.userId;
}

async function joinAs(
  accounts: AccountDeps,
  anonymous: CommandContext,
  { token, password, ...name }: AcceptInvitationRequest,
): Promise<AccountResult | Refusal> {
  const { tenantId, occurredMs: nowMs } = anonymous;
  // Checked before hashing, so that made-up and used links cost almost nothing.
  const actorId = await inAccountTransaction(accounts, tenantId, (client) =>
    findLink(client, { kind, tenantId, token }, nowMs),
  );
  if (!actorId) return reject("link-invalid");
  const passwordHash = await accounts.passwords.hash(password);
  if (typeof passwordHash === "object") return passwordHash;

  const context = { ...anonymous, actorId };
  const input = { context, token, passwordHash, name };
  try {
    return await runAccountCommand<AcceptCode>(accounts, context, {
      streams: { own: tenantRulesStreams(tenantId) },
      work: (client, { own }) => writeMember(client, { ...input, heads: own }),
    });
  } catch (error) {
    // Another account has taken this email since the invitation.
    if (isEmailTaken(error)) return reject("email-taken");
    throw error;
  }
}

type JoinInput = Readonly<{
  context: CommandContext;
  token: string;
  passwordHash: string;
  name: Readonly<{ first_name: string; last_name: string }>;
  heads: readonly Head[];
}>;

async function writeMember(
  client: PoolClient,
  { context, token, passwordHash, name, heads: [tenant, settings] }: JoinInput,
): Promise<AccountWrite | Rejection<AcceptCode>> {
  const { tenantId, actorId: userId, occurredMs: nowMs } = context;
  if (!(await consumeLink(client, { kind, tenantId, token }, nowMs))) {
    return reject("link-invalid");
  }
  const invitation = await lockInvitationRow(client, { tenantId, userId });
  // A person without an email chooses a PIN, and no password.
  if (!invitation || invitation.email === null) return reject("link-invalid");
  const { email, role, endsOn } = invitation;
  const person = { email, passwordHash, firstName: name.first_name, lastName: name.last_name };
  await upsertUser(client, { userId, kind: "tenant", ...person }, nowMs);
  // The person may have been invited by two tenants and have joined the other one.
  if (await worksElsewhere(client, userId)) return reject("email-taken");
  const { timezone } = toTenantRules(tenant, settings);
  await joinTenant(client, { tenantId, userId, role, endsOn, timezone, nowMs });
  await endInvitation(client, { tenantId, userId }, nowMs);
  const planned = await planStaff(client, context, { type: "AcceptInvitation", userId, role });
  return isRejection(planned) ? planned : { own: planned };
}

/** For an invited person without an account. */
export const invitationRoutes: Routes<AccountRouteDeps> = async (app, { accounts, contexts }) => {
  app.post(
    "/api/v1/auth/accept-invitation",
    {
      schema: {
        headers: CommandHeaders,
        body: AcceptInvitationRequest,
        response: { 200: AcceptInvitationResult },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const context = anonymousContext(contexts, request);
      const outcome = await acceptInvitation(accounts, context, body, callerOf(request));
      if ("rejected" in outcome) return refuse(reply, outcome, inviteeTexts);
      return reply.send({ success: true, message: "Welcome. Please sign in.", data: outcome });
    },
  );
};
