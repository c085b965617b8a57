import { findRepeat } from "#command-api/account-store/account-command.ts";
import {
  type Accounts,
  appendAll,
  headAfter,
  inAccountTransaction,
  isRefusedWith,
  toEvents,
} from "#command-api/account-store/account-transaction.ts";
import { type Caller, metaOf, callerOf } from "#command-api/account-store/caller.ts";
import { overLimit, type TooManyAttempts } from "#command-api/account-store/limits.ts";
import { member } from "#command-api/account-store/member.ts";
import { passwordWarning } from "#command-api/account-store/password-warning.ts";
import { refuse } from "#command-api/account-store/refusal.ts";
import { anonymousContext, type AccountRouteDeps } from "#command-api/account-store/route-deps.ts";
import { type SignedInSession, toSignedIn } from "#command-api/account-store/signed-in-session.ts";
import { findAccount } from "#command-api/account-store/tables/accounts.ts";
import { joinTenant } from "#command-api/account-store/tables/memberships.ts";
import { addSession } from "#command-api/account-store/tables/sessions.ts";
import { upsertUser, isEmailTaken } from "#command-api/account-store/tables/users.ts";
import type { AppendCommand } from "#command-api/event-store/append.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream, type PlannedEvent } from "#command-api/event-store/plan.ts";
import { CommandHeaders } from "#command-api/http/command-context.ts";
import { lastTrialDay } from "#command-api/tenant-rules/trial-period.ts";
import { RegisterRequest, SignInResult } from "#kernel/contract/api/auth.ts";
import type { TenantRegistered } from "#kernel/contract/events/tenant.ts";
import { PLATFORM_TENANT_ID, SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { invariant, isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { newId, memberStream } from "#kernel/node/ids.ts";
import type { RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { TENANT_DEFAULTS } from "./tenant-state.ts";
import { tenant } from "./tenant.ts";

export type RegistrationOutcome =
  | SignedInSession
  | Rejection<"email-taken" | "key-reused" | "unavailable">
  | TooManyAttempts;

/**
 * Registers a tenant and signs in its first user: rows and events of two logs in one transaction.
 */
async function register(
  accounts: Accounts & Readonly<{ registrationLimit: RateLimiter }>,
  context: CommandContext,
  body: RegisterRequest,
  caller: Caller,
): Promise<RegistrationOutcome> {
  const known = await repeatedRegistration(accounts, context, body);
  if (known) return known;

  const tooMany = await overLimit(accounts.registrationLimit, caller.sender);
  if (tooMany) return tooMany;
  const passwordHash = await accounts.passwords.hash(body.password);
  if (typeof passwordHash === "object") return passwordHash;

  const registration = await newRegistration(accounts, body, { context, passwordHash, caller });
  try {
    await inAccountTransaction(accounts, registration.tenantId, (client) =>
      writeRegistration(client, registration),
    );
  } catch (error) {
    // Two concurrent requests with one key and different bodies: neither saw the key in use.
    if (isRefusedWith(error, "key-reused")) return reject("key-reused");
    if (!isEmailTaken(error)) throw error;
    // Taken by another account, by a concurrent copy of this request, or by its first attempt whose
    // answer was lost.
    return (await repeatedRegistration(accounts, context, body)) ?? reject("email-taken");
  }
  accounts.onAppended?.(new Set([registration.tenantId, PLATFORM_TENANT_ID]));
  return ownerSession({ ...registration, issuedMs: registration.nowMs });
}

type RegistrationInput = Readonly<{
  context: CommandContext;
  passwordHash: string;
  caller: Caller;
}>;

async function newRegistration(
  { pool }: Accounts,
  body: RegisterRequest,
  input: RegistrationInput,
) {
  const nowMs = input.context.occurredMs;
  const tenantId = TenantId.parse(newId(nowMs));
  const userId = UserId.parse(newId(nowMs));
  const sid = SessionId.parse(newId(nowMs));
  const registered: TenantRegistered["data"] = {
    tenantId,
    name: body.business_name,
    ownerId: userId,
    plan: "basic",
    trialUntil: await lastTrialDay(pool, nowMs, TENANT_DEFAULTS.timezone),
    ...TENANT_DEFAULTS,
  };
  return { ...input, nowMs, tenantId, userId, sid, registered, body };
}

type Registration = Awaited<ReturnType<typeof newRegistration>>;

async function writeRegistration(client: PoolClient, registration: Registration): Promise<void> {
  const { tenantId, userId, sid, nowMs, body, passwordHash, caller, registered } = registration;
  await upsertUser(
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
  await joinTenant(client, {
    tenantId,
    userId,
    role: "owner",
    timezone: registered.timezone,
    nowMs,
  });
  await addSession(client, { tenantId, sid, userId, aud: "tenant", place: caller }, nowMs);
  await appendAll(client, commandsOf(registration));
}

/** The platform's log gets its copy under the same key; repeated requests are looked up there. */
function commandsOf(registration: Registration): AppendCommand[] {
  const { tenantId, userId, sid, context, nowMs, registered, caller } = registration;
  const { commandId, requestHash } = context;
  const head = NO_HEAD;
  const tenantPlan = { decider: tenant, streamId: tenantId, head };
  const registeredEvents = expectPlanned(
    planStream({ ...tenantPlan, command: { type: "RegisterTenant", ...registered } }),
  );

  const person = { decider: member, streamId: memberStream(userId) };
  const joinCommand = { type: "JoinStaff", userId, role: "owner" } as const;
  const joined = expectPlanned(planStream({ ...person, head, command: joinCommand }));
  const signedIn = expectPlanned(
    planStream({
      ...person,
      head: headAfter(head, joined),
      command: { type: "SignIn", userId, sid, second: "none" },
    }),
  );
  const common = { commandId, requestHash, actorId: userId, meta: metaOf(caller, sid) };
  return [
    {
      ...common,
      tenantId,
      newTenant: true,
      events: toEvents([...registeredEvents, ...joined, ...signedIn], nowMs),
    },
    { ...common, tenantId: PLATFORM_TENANT_ID, events: toEvents(registeredEvents, nowMs) },
  ];
}

function expectPlanned(planned: readonly PlannedEvent[] | Rejection): readonly PlannedEvent[] {
  invariant(!isRejection(planned), "planning a new tenant was refused");
  return planned;
}

/**
 * Answers a repeated request with the first session and the same token. The key alone is not
 * enough: the password must be right too. `context` is the platform's.
 */
async function repeatedRegistration(
  accounts: Accounts,
  context: CommandContext,
  body: RegisterRequest,
): Promise<SignedInSession | Rejection<"key-reused" | "unavailable"> | undefined> {
  const before = await findRepeat(accounts, context);
  if (!before || isRejection(before)) return before;
  const registered = before.events.find((event) => event.type === "TenantRegistered");
  if (!registered) return reject("key-reused");

  const account = await findAccount(accounts.pool, body.email);
  const isRight = await accounts.passwords.isRight(body.password, account?.passwordHash);
  if (typeof isRight === "object") return isRight;
  const own = await findRepeat(accounts, { ...context, tenantId: registered.data.tenantId });
  if (!isRight || !own || isRejection(own)) return reject("key-reused");
  const signedIn = own.events.find((event) => event.type === "SignedIn");
  if (!signedIn) return reject("key-reused");
  return ownerSession({
    registered: registered.data,
    body,
    sid: SessionId.parse(signedIn.data.sid),
    issuedMs: signedIn.occurredMs,
  });
}

type FirstSession = Readonly<{
  registered: TenantRegistered["data"];
  body: RegisterRequest;
  sid: SessionId;
  issuedMs: number;
}>;

/** The session of the owner who has just registered. */
function ownerSession({ registered, body, sid, issuedMs }: FirstSession): SignedInSession {
  const { tenantId, ownerId: userId, name, plan, currency, timezone } = registered;
  return {
    subject: { aud: "tenant", userId, tenantId, sid },
    issuedMs,
    user: {
      id: userId,
      first_name: body.first_name,
      last_name: body.last_name,
      email: body.email,
      role: "owner",
    },
    tenant: { id: tenantId, name, status: "active", plan, currency, timezone },
    onlySetup: false,
  };
}

/** Needs a scope that signs tokens. */
export const registrationRoutes: Routes<AccountRouteDeps> = async (app, { accounts, contexts }) => {
  app.post(
    "/auth/register.php",
    { schema: { headers: CommandHeaders, body: RegisterRequest, response: { 200: SignInResult } } },
    async (request, reply) => {
      const { body } = request;
      const context = anonymousContext(contexts, request);
      const outcome = await register(accounts, context, body, callerOf(request));
      if ("rejected" in outcome) return refuse(reply, outcome);
      const warning = passwordWarning(body.password, body.business_name);
      return reply.send({ ...toSignedIn(app.jwt, outcome), warning });
    },
  );
};
