import {
  type AccountRefusal,
  type AccountResult,
  idempotently,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import {
  confirmPassword,
  type PasswordNotConfirmed,
  confirmRepeatedPassword,
} from "#command-api/account-store/confirm-password.ts";
import { overLimit } from "#command-api/account-store/limits.ts";
import { changeOwnAccount } from "#command-api/account-store/own-account.ts";
import { revokeLinks } from "#command-api/account-store/tables/links.ts";
import { endUserSessions } from "#command-api/account-store/tables/sessions.ts";
import { setPassword } from "#command-api/account-store/tables/users.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { ChangePasswordRequest } from "#kernel/contract/api/account.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Actor } from "#kernel/node/session/require-session.ts";

type Refusal = PasswordNotConfirmed | Rejection<AccountRefusal>;

/** Ends every other session of the user and revokes every unused reset link. */
export async function changePassword(
  accounts: AccountDeps,
  context: CommandContext,
  actor: Actor,
  request: ChangePasswordRequest,
): Promise<Refusal | undefined> {
  const { userId } = actor;
  const outcome = await idempotently(accounts, context, () =>
    change(accounts, context, actor, request),
  );
  if ("rejected" in outcome) return outcome;
  if (!outcome.isRepeated) return undefined;
  // The old password no longer works, so a repeated request must prove the new one.
  const tooMany = await overLimit(accounts.passwordLimits.perUser, userId);
  return tooMany ?? confirmRepeatedPassword(accounts, userId, request.new_password);
}

async function change(
  accounts: AccountDeps,
  context: CommandContext,
  { tenantId, userId, sid }: Actor,
  { current_password: current, new_password: next }: ChangePasswordRequest,
): Promise<AccountResult | Refusal> {
  const user = await confirmPassword(accounts, { userId }, current);
  if ("rejected" in user) return user;
  const passwordHash = await accounts.passwords.hash(next);
  if (typeof passwordHash === "object") return passwordHash;
  const [person, nowMs] = [{ tenantId, userId }, context.occurredMs];

  return changeOwnAccount(accounts, context, {
    command: { type: "ChangePassword", userId },
    work: async (client): Promise<Rejection<"wrong-password"> | undefined> => {
      const set = { userId, from: user.passwordHash, to: passwordHash };
      if (!(await setPassword(client, set))) return reject("wrong-password");
      const reason = "password-changed";
      await endUserSessions(client, { ...person, except: sid, reason, nowMs });
      await revokeLinks(client, { ...person, kind: "password-reset" }, nowMs);
      return undefined;
    },
  });
}
