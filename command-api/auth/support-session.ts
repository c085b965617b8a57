import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { planStream, type PlannedEvent } from "#command-api/event-store/plan.ts";
import { requestHash } from "#command-api/event-store/request-hash.ts";
import type { SessionTenant } from "#kernel/contract/api/auth.ts";
import { CommandId, SessionId, StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { invariant, isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/platform/ids.ts";
import type { Actor } from "#kernel/platform/session.ts";
import { LIMITED_LIFE_MS, type TokenSubject } from "#kernel/platform/tokens.ts";

import { type AccountRefusal, runAccountCommand } from "./account-command.ts";
import type { Place } from "./account-rows.ts";
import { type Accounts, NO_HEAD } from "./account-transaction.ts";
import { addLimitedSession, openSupportSessions } from "./limited-session-rows.ts";
import { memberStream } from "./member.ts";
import { seenTenant } from "./seen-tenant.ts";
import { endSession } from "./session-rows.ts";
import type { Caller } from "./signed-in.ts";
import { support, type SupportCommand } from "./support.ts";
import { tenant } from "./tenant.ts";

export type SupportStart = Readonly<{
  /** The super admin. */
  actor: Pick<Actor, "userId" | "sid">;
  tenantId: TenantId;
  reason: string;
  place: Place;
}>;

/** The token is made of `subject` and `issuedMs` and stands nowhere else. */
export type OpenedSupport = Readonly<{
  subject: TokenSubject;
  issuedMs: number;
  untilMs: number;
  tenant: SessionTenant;
}>;

/** Opens one shop to a super admin, to look at, for half an hour; its owner sees when and why (R6). */
export async function startSupport(
  accounts: Accounts,
  context: CommandContext,
  { actor: { userId, sid: parentSid }, tenantId, reason, place }: SupportStart,
): Promise<OpenedSupport | Rejection<"tenant-not-found" | AccountRefusal>> {
  const nowMs = context.occurredMs;
  const untilMs = nowMs + LIMITED_LIFE_MS;
  const sid = SessionId.parse(newId(nowMs));
  const session = { tenantId, sid, userId, purpose: "support", parentSid, place, untilMs } as const;
  const command = { type: "StartSupport", userId, tenantId, sid, until: untilMs, reason } as const;
  const streams = [memberStream(userId)];
  const outcome = await runAccountCommand<"tenant-not-found">(
    accounts,
    { ...context, tenantId },
    {
      streams: { own: [...streams, StreamId.parse(tenantId)], platforms: streams },
      platform: true,
      work: async (client, { own: [own, shop], platforms: [platforms] }) => {
        const state = tenant.parseState(shop?.state ?? tenant.initialState);
        if (state.status === "unknown" || state.deleted) return reject("tenant-not-found");
        await addLimitedSession(client, session, nowMs);
        return { own: plan(own, command), platforms: plan(platforms, command) };
      },
    },
  );
  if (isRejection(outcome)) return outcome;
  const [started] = outcome;
  invariant(started?.type === "SupportSessionStarted", "a support session is an event");
  const { until } = started.data;
  return {
    // The first one's, where the request came before under the same key.
    subject: { aud: "tenant", userId, tenantId, sid: SessionId.parse(started.data.sid) },
    issuedMs: until - LIMITED_LIFE_MS,
    untilMs: until,
    tenant: await seenTenant(accounts.pool, tenantId, context.commandId),
  };
}

type OfAdmin = Pick<Actor, "userId">;

/** Ends whatever shops the super admin has open. */
export async function endSupport(
  accounts: Accounts,
  context: Omit<CommandContext, "tenantId" | "commandId">,
  { userId }: OfAdmin,
): Promise<void> {
  const { occurredMs: nowMs } = context;
  for (const open of await openSupportSessions(accounts.pool, userId, nowMs)) {
    await endOneSupport(accounts, context, { userId, ...open });
  }
}

/** By the token that looks into the shop. */
export function leaveSupport(
  accounts: Accounts,
  { tenantId, userId, sid }: Pick<Actor, "tenantId" | "userId" | "sid">,
  { source, requestId }: Caller,
): Promise<void> {
  const identity = { actorId: userId, method: "EndSupport", path: "", body: { sid } };
  const context = {
    actorId: userId,
    requestHash: requestHash(accounts.hashKey, identity),
    meta: { source, requestId, sid },
    occurredMs: accounts.clock(),
  };
  return endOneSupport(accounts, context, { userId, tenantId, sid });
}

async function endOneSupport(
  accounts: Accounts,
  context: Omit<CommandContext, "tenantId" | "commandId">,
  { userId, tenantId, sid }: OfAdmin & Readonly<{ tenantId: TenantId; sid: SessionId }>,
): Promise<void> {
  const nowMs = context.occurredMs;
  const command = { type: "EndSupport", userId, tenantId, sid } as const;
  const streams = [memberStream(userId)];
  await runAccountCommand<never>(
    accounts,
    { ...context, tenantId, commandId: CommandId.parse(newId(nowMs)) },
    {
      streams: { own: streams, platforms: streams },
      platform: true,
      work: async (client, { own: [own], platforms: [platforms] }) => {
        const isOurs = await endSession(client, { tenantId, sid, reason: "support-ended", nowMs });
        if (!isOurs) return { own: [] };
        return { own: plan(own, command), platforms: plan(platforms, command) };
      },
    },
  );
}

function plan(head: Head = NO_HEAD, command: SupportCommand): readonly PlannedEvent[] {
  const streamId = memberStream(command.userId);
  const planned = planStream({ decider: support, streamId, head, command });
  invariant(!isRejection(planned), "support was refused");
  return planned;
}
