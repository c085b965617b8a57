import {
  type AccountRefusal,
  type AccountResult,
  type AccountWrite,
  idempotently,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import { inAccountTransaction } from "#command-api/account-store/account-transaction.ts";
import { type Caller, callerOf } from "#command-api/account-store/caller.ts";
import { overLimit, type TooManyAttempts } from "#command-api/account-store/limits.ts";
import { inviteeTexts, refuse } from "#command-api/account-store/refusal.ts";
import { anonymousContext, type AccountRouteDeps } from "#command-api/account-store/route-deps.ts";
import { endInvitation, lockInvitationRow } from "#command-api/account-store/tables/invitations.ts";
import {
  consumeLink,
  findLink,
  findTenantOfLink,
} from "#command-api/account-store/tables/links.ts";
import { joinTenant, lockMembershipRow } from "#command-api/account-store/tables/memberships.ts";
import { findPinHolder, setPin } from "#command-api/account-store/tables/pins.ts";
import { endTillSessions } from "#command-api/account-store/tables/sessions.ts";
import { addTillUser, findTillUser } from "#command-api/account-store/tables/users.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { loadBatch } from "#command-api/event-store/load.ts";
import { CommandHeaders } from "#command-api/http/command-context.ts";
import { tenantRulesStreams, toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import { ChoosePinRequest, ChoosePinResult } from "#kernel/contract/api/staff.ts";
import type { UserId } from "#kernel/contract/ids.ts";
import { pinProblem } from "#kernel/contract/pin-rules.ts";
import { invariant, isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { ROLE_WITHOUT_EMAIL } from "#kernel/contract/rights.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { planStaff } from "./plan-staff.ts";

type ChooseCode = "link-invalid" | "staff-not-found";
type Refusal = Rejection<ChooseCode | AccountRefusal | "pin-not-allowed" | "unavailable">;
type Chosen = Readonly<{ first_name: string; business: string }>;

const kind = "invitation";
const role = ROLE_WITHOUT_EMAIL;

/**
 * For a person without an email, who has no password: the holder of the link chooses the PIN, and so
 * joins, or replaces a PIN that was forgotten. Opens no session.
 */
export const choosePinRoutes: Routes<AccountRouteDeps> = async (app, { accounts, contexts }) => {
  app.post(
    "/api/v1/auth/choose-pin",
    {
      schema: {
        headers: CommandHeaders,
        body: ChoosePinRequest,
        response: { 200: ChoosePinResult },
      },
    },
    async (request, reply) => {
      const context = anonymousContext(contexts, request);
      const outcome = await choosePin(accounts, context, request.body, callerOf(request));
      if ("rejected" in outcome) return refuse(reply, outcome, inviteeTexts);
      return reply.send({ success: true, message: "PIN set", data: outcome });
    },
  );
};

async function choosePin(
  accounts: AccountDeps,
  anonymous: CommandContext,
  body: ChoosePinRequest,
  { sender }: Pick<Caller, "sender">,
): Promise<Refusal | TooManyAttempts | Chosen> {
  const tooMany = await overLimit(accounts.passwordLimits.linksPerAddress, sender);
  if (tooMany) return tooMany;
  const problem = pinProblem(body.pin, role);
  if (problem !== undefined) return reject("pin-not-allowed", problem);
  const tenantId = await findTenantOfLink(accounts.pool, { kind, token: body.token });
  if (!tenantId) return reject("link-invalid");
  const context = { ...anonymous, tenantId };
  // If the answer of the first attempt was lost, its link is already used up.
  const outcome = await idempotently(accounts, context, () => choose(accounts, context, body));
  if ("rejected" in outcome) return outcome;
  const userId = userOf(outcome);
  if (outcome.isRepeated) {
    const refusal = await confirmRepeatedPin(accounts, { ...context, actorId: userId }, body.pin);
    if (refusal) return refusal;
  }
  return describe(accounts, { ...context, actorId: userId });
}

function userOf({ events }: AccountResult): UserId {
  const set = events.at(-1);
  invariant(set?.type === "PinSet", "PinSet is the last event of a PIN that was chosen");
  return set.data.userId;
}

async function choose(
  accounts: AccountDeps,
  anonymous: CommandContext,
  { token, pin }: ChoosePinRequest,
): Promise<AccountResult | Refusal> {
  const { tenantId, occurredMs: nowMs } = anonymous;
  // Checked before hashing, so that made-up and used links cost almost nothing.
  const actorId = await inAccountTransaction(accounts, tenantId, (client) =>
    findLink(client, { kind, tenantId, token }, nowMs),
  );
  if (!actorId) return reject("link-invalid");
  const pinHash = await accounts.passwords.hash(pin);
  if (typeof pinHash === "object") return pinHash;
  const context = { ...anonymous, actorId };
  return runAccountCommand<ChooseCode>(accounts, context, {
    streams: { own: tenantRulesStreams(tenantId) },
    work: async (
      client,
      { own: [tenant, settings] },
    ): Promise<AccountWrite | Rejection<ChooseCode>> => {
      if (!(await consumeLink(client, { kind, tenantId, token }, nowMs))) {
        return reject("link-invalid");
      }
      const { timezone } = toTenantRules(tenant, settings);
      if (!(await join(client, context, timezone)) && !(await isStaff(client, context))) {
        return reject("link-invalid");
      }
      const person = { tenantId, userId: actorId };
      await setPin(client, person, { pinHash, nowMs });
      await endTillSessions(client, { ...person, reason: "pin-changed", nowMs });
      const command = { type: "ChoosePin", userId: actorId, role } as const;
      const planned = await planStaff(client, context, command);
      return isRejection(planned) ? planned : { own: planned };
    },
  });
}

/** False if the person has no open invitation, or one with an email. */
async function join(
  client: PoolClient,
  { tenantId, actorId: userId, occurredMs: nowMs }: CommandContext,
  timezone: string,
): Promise<boolean> {
  const invitation = await lockInvitationRow(client, { tenantId, userId });
  if (!invitation || invitation.email !== null) return false;
  await addTillUser(client, { userId, ...invitation.named }, nowMs);
  await joinTenant(client, { tenantId, userId, role, timezone, nowMs });
  await endInvitation(client, { tenantId, userId }, nowMs);
  return true;
}

/** Whether the person works here and has no email. */
const isStaff = async (
  client: PoolClient,
  { tenantId, actorId: userId }: CommandContext,
): Promise<boolean> =>
  (await findTillUser(client, userId)) !== undefined &&
  (await lockMembershipRow(client, { tenantId, userId })) !== undefined;

/** No stored hash of a request covers the PIN, so a repeated one must send what the first one set. */
async function confirmRepeatedPin(
  accounts: AccountDeps,
  { tenantId, actorId: userId, occurredMs }: CommandContext,
  pin: string,
): Promise<Rejection<"key-reused" | "unavailable"> | undefined> {
  const holder = await inAccountTransaction(accounts, tenantId, (client) =>
    findPinHolder(client, { tenantId, userId }, occurredMs),
  );
  const isSame = await accounts.passwords.isRight(pin, holder?.pinHash);
  if (typeof isSame === "object") return isSame;
  return isSame ? undefined : reject("key-reused");
}

const describe = (
  accounts: AccountDeps,
  { tenantId, commandId, actorId: userId }: CommandContext,
): Promise<Chosen> =>
  inAccountTransaction(accounts, tenantId, async (client) => {
    const streams = tenantRulesStreams(tenantId);
    const [loaded] = await loadBatch(client, [{ tenantId, commandId, streams }]);
    const { name } = toTenantRules(loaded?.heads[0], loaded?.heads[1]);
    const user = await findTillUser(client, userId);
    return { first_name: user?.firstName ?? "", business: name };
  });
