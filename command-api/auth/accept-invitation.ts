import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { type Head, loadBatch } from "#command-api/event-store/load.ts";
import { requestHash } from "#command-api/event-store/request-hash.ts";
import { shopStreams, toShop } from "#command-api/event-store/shop.ts";
import type { AcceptInvitationRequest } from "#kernel/contract/api/staff.ts";
import { CommandId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/platform/ids.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";

import { type AccountRefusal, type AccountWrite, runAccountCommand } from "./account-command.ts";
import { isEmailTaken } from "./account-rows.ts";
import { inAccountTransaction } from "./account-transaction.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { endInvitation, holdInvitation } from "./invitation-rows.ts";
import { findLink, takeLink, tenantOfLink } from "./link-tokens.ts";
import { joinShop } from "./membership-rows.ts";
import { planMember } from "./plan-member.ts";
import type { Caller, TooManyTries } from "./signed-in.ts";
import { putUser, worksElsewhere } from "./user-rows.ts";

type AcceptCode = "link-invalid" | "email-taken" | "staff-not-found";

export type Acceptance = Readonly<{
  body: AcceptInvitationRequest;
  /** The client's, where it sent one: the same key and body are done once. */
  key: CommandId | undefined;
  caller: Caller;
}>;

/** Who holds the link that was mailed names themselves and sets a password. It signs nobody in. */
export async function acceptInvitation(
  accounts: AccountDoors,
  { body, key, caller }: Acceptance,
): Promise<Rejection<AcceptCode | AccountRefusal | "unavailable"> | TooManyTries | undefined> {
  const { linksPerAddress } = accounts.passwordLimits;
  const { allowed, retryAfterMs } = await linksPerAddress.consume(caller.sender);
  if (!allowed) return { rejected: "too-many-requests", retryAfterMs };
  const tenantId = await tenantOfLink(accounts.pool, { kind, token: body.token });
  if (!tenantId) return reject("link-invalid");
  const hash = hashOf(accounts, body);
  const before = key && (await doneBefore(accounts, tenantId, key));
  // The link of an acceptance whose answer was lost is used up.
  if (before) return before.requestHash.equals(hash) ? undefined : reject("key-reused");
  return join(accounts, { body, key, caller, tenantId, hash });
}

const kind = "invitation";

/** Without the password, as at registration. */
function hashOf(
  { hashKey }: AccountDoors,
  { password: _, ...body }: AcceptInvitationRequest,
): Buffer {
  const path = "/api/v1/auth/accept-invitation";
  return requestHash(hashKey, { actorId: "", method: "POST", path, body });
}

async function doneBefore({ pool }: AccountDoors, tenantId: TenantId, commandId: CommandId) {
  const [loaded] = await loadBatch(pool, [{ tenantId, commandId, streams: [] }]);
  return loaded?.before;
}

async function join(
  accounts: AccountDoors,
  {
    body,
    key,
    caller,
    tenantId,
    hash,
  }: Acceptance & Readonly<{ tenantId: TenantId; hash: Buffer }>,
): Promise<Rejection<AcceptCode | AccountRefusal | "unavailable"> | undefined> {
  const { token, password, ...name } = body;
  const nowMs = accounts.clock();
  // Looked up before anything is hashed: made-up and used links cost next to nothing.
  const actorId = await inAccountTransaction(accounts, tenantId, (client) =>
    findLink(client, { kind, tenantId, token }, nowMs),
  );
  if (!actorId) return reject("link-invalid");
  const passwordHash = await accounts.passwords.hash(password);
  if (typeof passwordHash === "object") return passwordHash;

  const context: CommandContext = {
    tenantId,
    actorId,
    commandId: key ?? CommandId.parse(newId(nowMs)),
    requestHash: hash,
    meta: { source: caller.source, requestId: caller.requestId },
    occurredMs: nowMs,
  };
  const joining = { context, token, passwordHash, name };
  try {
    const outcome = await runAccountCommand<AcceptCode>(accounts, context, {
      streams: { own: shopStreams(tenantId) },
      work: (client, { own }) => write(client, { ...joining, heads: own }),
    });
    return isRejection(outcome) ? outcome : undefined;
  } catch (error) {
    // Somebody has opened an account with this email since the invitation.
    if (isEmailTaken(error)) return reject("email-taken");
    throw error;
  }
}

type Joining = Readonly<{
  context: CommandContext;
  token: string;
  passwordHash: string;
  name: Readonly<{ first_name: string; last_name: string }>;
  heads: readonly Head[];
}>;

async function write(
  client: PoolClient,
  { context, token, passwordHash, name, heads: [tenant, settings] }: Joining,
): Promise<AccountWrite | Rejection<AcceptCode>> {
  const { tenantId, actorId: userId, occurredMs: nowMs } = context;
  if (!(await takeLink(client, { kind, tenantId, token }, nowMs))) {
    return reject("link-invalid");
  }
  const invitation = await holdInvitation(client, { tenantId, userId });
  if (!invitation) return reject("link-invalid");
  const { email, role, endsOn } = invitation;
  const person = { email, passwordHash, firstName: name.first_name, lastName: name.last_name };
  await putUser(client, { userId, ...person }, nowMs);
  // They may have been invited to two shops, and be at work in the other by now.
  if (await worksElsewhere(client, userId)) return reject("email-taken");
  const { timezone } = toShop(tenant, settings);
  await joinShop(client, { tenantId, userId, role, endsOn, timezone, nowMs });
  await endInvitation(client, { tenantId, userId }, nowMs);
  const planned = await planMember(client, context, { type: "AcceptInvitation", userId, role });
  return isRejection(planned) ? planned : { own: planned };
}
