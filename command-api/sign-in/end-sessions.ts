import type { AccountRefusal } from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import {
  confirmPassword,
  type PasswordNotConfirmed,
} from "#command-api/account-store/confirm-password.ts";
import { changeOwnAccount } from "#command-api/account-store/own-account.ts";
import { endUserSession, endUserSessions } from "#command-api/account-store/tables/sessions.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { SessionId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";

type EndRefusal<Code extends string> = Rejection<Code | AccountRefusal>;
type EndWithPassword = Readonly<{ sid: SessionId; password: string }>;

/** Ends one of the user's own sessions, on any device. */
export async function endOneSession(
  accounts: AccountDeps,
  context: CommandContext,
  { sid, password }: EndWithPassword,
): Promise<PasswordNotConfirmed | EndRefusal<"session-not-found"> | undefined> {
  const user = await confirmPassword(accounts, { userId: context.actorId }, password);
  if ("rejected" in user) return user;
  return endOwnSession(accounts, context, { sid, reason: "ended-by-user" });
}

type EndInput = Readonly<{
  sid: SessionId;
  reason: "ended-by-user" | "signed-out" | "signed-in-again";
}>;

/** Every service notices within a second. */
export async function endOwnSession(
  accounts: Accounts,
  context: CommandContext,
  { sid, reason }: EndInput,
): Promise<EndRefusal<"session-not-found"> | undefined> {
  const { tenantId, actorId: userId, occurredMs: nowMs } = context;
  const outcome = await changeOwnAccount(accounts, context, {
    command: { type: "EndSessions", userId, reason },
    work: async (client) => {
      const isEnded = await endUserSession(client, { tenantId, userId, sid, reason, nowMs });
      return isEnded ? undefined : reject("session-not-found");
    },
  });
  return isRejection(outcome) ? outcome : undefined;
}

/** Ends all of the user's sessions except the current one. */
export async function endOtherSessions(
  accounts: AccountDeps,
  context: CommandContext,
  { sid, password }: EndWithPassword,
): Promise<PasswordNotConfirmed | EndRefusal<never> | undefined> {
  const { tenantId, actorId: userId, occurredMs: nowMs } = context;
  const user = await confirmPassword(accounts, { userId }, password);
  if ("rejected" in user) return user;
  const reason = "ended-by-user";
  const outcome = await changeOwnAccount<never>(accounts, context, {
    command: { type: "EndSessions", userId, reason },
    work: async (client): Promise<undefined> => {
      await endUserSessions(client, { tenantId, userId, except: sid, reason, nowMs });
    },
  });
  return isRejection(outcome) ? outcome : undefined;
}
