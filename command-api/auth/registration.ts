import type { AppendCommand } from "#command-api/event-store/append.ts";
import { planStream, type PlannedEvent } from "#command-api/event-store/plan.ts";
import { requestHash } from "#command-api/event-store/request-hash.ts";
import { trialEnd } from "#command-api/event-store/trial.ts";
import type { RegisterRequest } from "#kernel/contract/api/auth.ts";
import type { TenantRegistered } from "#kernel/contract/events/tenant.ts";
import {
  CommandId,
  PLATFORM_TENANT_ID,
  SessionId,
  StreamId,
  TenantId,
  UserId,
} from "#kernel/contract/ids.ts";
import { invariant, isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/platform/ids.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";
import type { RateLimiter } from "#kernel/platform/rate-limit.ts";

import { addMembership, addSession, addUser, isEmailTaken } from "./account-rows.ts";
import {
  type Accounts,
  appendAll,
  headAfter,
  inAccountTransaction,
  NO_HEAD,
  toEvents,
} from "./account-transaction.ts";
import { member, memberStream } from "./member.ts";
import { repeatedRegistration } from "./repeated-registration.ts";
import {
  type Caller,
  DEFAULTS,
  metaOf,
  ownerSession,
  type SignedInSession,
  type TooManyTries,
} from "./signed-in.ts";
import { tenant } from "./tenant.ts";

export type RegistrationRequest = Readonly<{
  body: RegisterRequest;
  /** The client's, where it sent one: the same key and body give the same business. */
  key: CommandId | undefined;
  caller: Caller;
}>;

export type RegistrationOutcome =
  | SignedInSession
  | Rejection<"email-taken" | "key-reused" | "unavailable">
  | TooManyTries;

/** A business with its first user, who is signed in: rows and events of two logs in one transaction. */
export async function register(
  accounts: Accounts & Readonly<{ registrationLimit: RateLimiter }>,
  { body, key, caller }: RegistrationRequest,
): Promise<RegistrationOutcome> {
  const commandId = key ?? CommandId.parse(newId());
  const repeat = { commandId, body, hash: hashOf(accounts, body) };
  const known = key && (await repeatedRegistration(accounts, repeat));
  if (known) return known;

  const { allowed, retryAfterMs } = await accounts.registrationLimit.consume(caller.sender);
  if (!allowed) return { rejected: "too-many-requests", retryAfterMs };
  const passwordHash = await accounts.passwords.hash(body.password);
  if (typeof passwordHash === "object") return passwordHash;

  const made = { commandId, passwordHash, caller };
  const registration = await newRegistration(accounts, body, made);
  try {
    await inAccountTransaction(accounts, registration.tenantId, (client) =>
      write(client, registration, repeat.hash),
    );
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    // By somebody else, or by this very request: its twin, or its first try whose answer was lost.
    return (await repeatedRegistration(accounts, repeat)) ?? reject("email-taken");
  }
  accounts.onAppended?.(new Set([registration.tenantId, PLATFORM_TENANT_ID]));
  return ownerSession({ ...registration, issuedMs: registration.nowMs });
}

/** Without the password: what is kept for a week must not help to guess it. A repetition proves it anew. */
function hashOf({ hashKey }: Accounts, { password: _, ...body }: RegisterRequest): Buffer {
  return requestHash(hashKey, { actorId: "", method: "POST", path: "/auth/register.php", body });
}

type Made = Readonly<{ commandId: CommandId; passwordHash: string; caller: Caller }>;

async function newRegistration({ pool, clock }: Accounts, body: RegisterRequest, made: Made) {
  const nowMs = clock();
  const tenantId = TenantId.parse(newId(nowMs));
  const userId = UserId.parse(newId(nowMs));
  const sid = SessionId.parse(newId(nowMs));
  const business: TenantRegistered["data"] = {
    tenantId,
    name: body.business_name,
    ownerId: userId,
    plan: "basic",
    trialUntil: await trialEnd(pool, nowMs, DEFAULTS.timezone),
    ...DEFAULTS,
  };
  return { ...made, nowMs, tenantId, userId, sid, business, body };
}

type Registration = Awaited<ReturnType<typeof newRegistration>>;

async function write(client: PoolClient, registration: Registration, hash: Buffer): Promise<void> {
  const { tenantId, userId, sid, nowMs, body, passwordHash, caller } = registration;
  await addUser(
    client,
    {
      userId,
      kind: "tenant",
      email: body.email,
      passwordHash,
      firstName: body.first_name,
      lastName: body.last_name,
      lastLoginMs: nowMs,
    },
    nowMs,
  );
  await addMembership(client, { tenantId, userId, role: "owner" }, nowMs);
  await addSession(client, { tenantId, sid, userId, aud: "tenant", place: caller }, nowMs);
  await appendAll(client, commandsOf(registration, hash));
}

/** The second one stands under the same key in the platform's log, where a repetition is looked for. */
function commandsOf(registration: Registration, hash: Buffer): AppendCommand[] {
  const { tenantId, userId, sid, commandId, nowMs, business, caller } = registration;
  const head = NO_HEAD;
  const opening = { decider: tenant, streamId: StreamId.parse(tenantId), head };
  const opened = all(planStream({ ...opening, command: { type: "RegisterTenant", ...business } }));

  const person = { decider: member, streamId: memberStream(userId) };
  const joining = { type: "JoinStaff", userId, role: "owner" } as const;
  const joined = all(planStream({ ...person, head, command: joining }));
  const signedIn = all(
    planStream({
      ...person,
      head: headAfter(head, joined),
      command: { type: "SignIn", userId, sid, second: "none" },
    }),
  );
  const common = { commandId, requestHash: hash, actorId: userId, meta: metaOf(caller, sid) };
  return [
    {
      ...common,
      tenantId,
      newTenant: true,
      events: toEvents([...opened, ...joined, ...signedIn], nowMs),
    },
    { ...common, tenantId: PLATFORM_TENANT_ID, events: toEvents(opened, nowMs) },
  ];
}

function all(planned: readonly PlannedEvent[] | Rejection): readonly PlannedEvent[] {
  invariant(!isRejection(planned), "a new business was refused");
  return isRejection(planned) ? [] : planned;
}
