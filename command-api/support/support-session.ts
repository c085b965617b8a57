import {
  findRepeat,
  type AccountRefusal,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import { type Member, member } from "#command-api/account-store/member.ts";
import {
  type Place,
  addSession,
  openSupportSessions,
  endSession,
} from "#command-api/account-store/tables/sessions.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream, type PlannedEvent } from "#command-api/event-store/plan.ts";
import { tenantForSession } from "#command-api/tenant/tenant-for-session.ts";
import { tenant } from "#command-api/tenant/tenant.ts";
import type { SessionTenant } from "#kernel/contract/api/session.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type {
  StaffEvent,
  SupportSessionEnded,
  SupportSessionStarted,
} from "#kernel/contract/events/staff.ts";
import { CommandId, SessionId, type TenantId } from "#kernel/contract/ids.ts";
import { invariant, isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { derivedId, newId, memberStream } from "#kernel/node/ids.ts";
import type { Actor } from "#kernel/node/session/require-session.ts";
import { RESTRICTED_LIFE_MS, type TokenSubject } from "#kernel/node/session/tokens.ts";

export type SupportCommand =
  | Readonly<{ type: "StartSupport" } & SupportSessionStarted["data"]>
  | Readonly<{ type: "EndSupport" } & SupportSessionEnded["data"]>;

/** A super admin viewing a tenant, recorded in their stream in both logs. */
const support: Decider<SupportCommand, Member, StaffEvent, never> = {
  streamType: member.streamType,
  initialState: member.initialState,
  parseState: member.parseState,
  evolve: member.evolve,

  decide(command) {
    if (command.type === "StartSupport") {
      const { type: _, ...data } = command;
      return [{ type: "SupportSessionStarted", data }];
    }
    const { type: _, ...data } = command;
    return [{ type: "SupportSessionEnded", data }];
  },
};

export type SupportStart = Readonly<{
  /** The super admin. */
  actor: Pick<Actor, "userId" | "sid">;
  tenantId: TenantId;
  reason: string;
  place: Place;
}>;

/** The token is made from `subject` and `issuedMs` and is never stored. */
export type SupportAccess = Readonly<{
  subject: TokenSubject;
  issuedMs: number;
  untilMs: number;
  tenant: SessionTenant;
}>;

/** Lets a super admin view one tenant for half an hour. The owner sees when and why. */
export async function startSupport(
  accounts: Accounts,
  context: CommandContext,
  { actor: { userId, sid: parentSid }, tenantId, reason, place }: SupportStart,
): Promise<SupportAccess | Rejection<"tenant-not-found" | AccountRefusal>> {
  const nowMs = context.occurredMs;
  const untilMs = nowMs + RESTRICTED_LIFE_MS;
  const sid = SessionId.parse(newId(nowMs));
  const session = {
    tenantId,
    sid,
    userId,
    aud: "tenant",
    purpose: "support",
    parentSid,
    place,
    untilMs,
  } as const;
  const command = { type: "StartSupport", userId, tenantId, sid, until: untilMs, reason } as const;
  const streams = [memberStream(userId)];
  const outcome = await runAccountCommand<"tenant-not-found">(
    accounts,
    { ...context, tenantId },
    {
      streams: { own: [...streams, tenantId], platform: streams },
      allowSuspended: true,
      work: async (client, { own: [own, tenantHead], platform: [platform] }) => {
        const state = tenant.parseState(tenantHead?.state ?? tenant.initialState);
        if (state.status === "unknown" || state.deleted) return reject("tenant-not-found");
        await addSession(client, session, nowMs);
        return { own: planSupport(own, command), platform: planSupport(platform, command) };
      },
    },
  );
  if (isRejection(outcome)) return outcome;
  const [started] = outcome.events;
  invariant(
    started?.type === "SupportSessionStarted",
    "the start of support appends SupportSessionStarted first",
  );
  const { until } = started.data;
  return {
    // A repeated request gets the session of the first one.
    subject: { aud: "tenant", userId, tenantId, sid: SessionId.parse(started.data.sid) },
    issuedMs: until - RESTRICTED_LIFE_MS,
    untilMs: until,
    tenant: await tenantForSession(accounts.pool, tenantId, context.commandId),
  };
}

/**
 * Ends all open support sessions of the super admin. A repeated request ends only those that were
 * open the first time.
 */
export async function endSupport(accounts: Accounts, context: CommandContext): Promise<EndResult> {
  const before = await findRepeat(accounts, context);
  if (before) return isRejection(before) ? before : undefined;
  const { actorId, occurredMs, commandId } = context;
  for (const { tenantId, sid } of await openSupportSessions(accounts.pool, actorId, occurredMs)) {
    const one = { ...context, tenantId, commandId: CommandId.parse(derivedId(commandId, sid)) };
    const refused = await leaveSupport(accounts, one, { sid });
    if (refused) return refused;
  }
  const outcome = await runAccountCommand<never>(accounts, context, {
    streams: { own: [] },
    work: () => Promise.resolve({ own: [] }),
  });
  return isRejection(outcome) ? outcome : undefined;
}

type EndResult = Rejection<AccountRefusal> | undefined;

/** Called with the support session's own token, or for each session by endSupport. */
export async function leaveSupport(
  accounts: Accounts,
  context: CommandContext,
  { sid }: Pick<Actor, "sid">,
): Promise<EndResult> {
  const { tenantId, actorId: userId, occurredMs: nowMs } = context;
  const command = { type: "EndSupport", userId, tenantId, sid } as const;
  const streams = [memberStream(userId)];
  const outcome = await runAccountCommand<never>(accounts, context, {
    streams: { own: streams, platform: streams },
    allowSuspended: true,
    work: async (client, { own: [own], platform: [platform] }) => {
      const wasOpen = await endSession(client, { tenantId, sid, reason: "support-ended", nowMs });
      if (!wasOpen) return { own: [] };
      return { own: planSupport(own, command), platform: planSupport(platform, command) };
    },
  });
  return isRejection(outcome) ? outcome : undefined;
}

function planSupport(head: Head = NO_HEAD, command: SupportCommand): readonly PlannedEvent[] {
  const streamId = memberStream(command.userId);
  const planned = planStream({ decider: support, streamId, head, command });
  invariant(!isRejection(planned), "support was refused");
  return planned;
}
