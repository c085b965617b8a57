import {
  type AccountRefusal,
  type AccountResult,
  idempotently,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import { inAccountTransaction } from "#command-api/account-store/account-transaction.ts";
import type { Caller } from "#command-api/account-store/caller.ts";
import { confirmRepeatedPassword } from "#command-api/account-store/confirm-password.ts";
import { overLimit, type TooManyAttempts } from "#command-api/account-store/limits.ts";
import { changeOwnAccount } from "#command-api/account-store/own-account.ts";
import {
  revokeLinks,
  findLink,
  consumeLink,
  findTenantOfLink,
} from "#command-api/account-store/tables/links.ts";
import { removePin } from "#command-api/account-store/tables/pins.ts";
import { endUserSessions } from "#command-api/account-store/tables/sessions.ts";
import { lockUserRow, setPassword } from "#command-api/account-store/tables/users.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { ResetPasswordRequest } from "#kernel/contract/api/account.ts";
import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import { invariant, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { logAccess } from "#kernel/node/access-log.ts";

type Refusal = Rejection<"link-invalid" | "unavailable" | AccountRefusal> | TooManyAttempts;

const kind = "password-reset";

/**
 * Sets the password with an emailed link, once. Opens no session, keeps the second factor and ends
 * all sessions of the user.
 */
export async function resetPassword(
  accounts: AccountDeps,
  anonymous: CommandContext,
  { token, password }: ResetPasswordRequest,
  caller: Caller,
): Promise<Refusal | undefined> {
  const tooMany = await overLimit(accounts.passwordLimits.linksPerAddress, caller.sender);
  if (tooMany) return tooMany;
  const tenantId = await findTenantOfLink(accounts.pool, { kind, token });
  if (!tenantId) return refused(accounts, caller, undefined);
  const context = { ...anonymous, tenantId };
  // If the answer of the first attempt was lost, its link is already used up.
  const outcome = await idempotently(accounts, context, () =>
    reset(accounts, context, { token, password }),
  );
  if (!("rejected" in outcome)) {
    return outcome.isRepeated
      ? confirmRepeatedPassword(accounts, userOf(outcome), password)
      : undefined;
  }
  return outcome.rejected === "link-invalid" ? refused(accounts, caller, tenantId) : outcome;
}

function userOf({ events: [changed] }: AccountResult): UserId {
  invariant(changed?.type === "PasswordChanged", "a reset appends PasswordChanged first");
  return changed.data.userId;
}

async function reset(
  accounts: AccountDeps,
  context: CommandContext,
  { token, password }: ResetPasswordRequest,
): Promise<AccountResult | Rejection<"link-invalid" | "unavailable" | AccountRefusal>> {
  const { tenantId, occurredMs: nowMs } = context;
  const link = { kind, tenantId, token } as const;
  // Checked before hashing, so that made-up links cost almost nothing.
  const userId = await inAccountTransaction(accounts, tenantId, (client) =>
    findLink(client, link, nowMs),
  );
  if (!userId) return reject("link-invalid");
  const passwordHash = await accounts.passwords.hash(password);
  if (typeof passwordHash === "object") return passwordHash;

  const ownContext = { ...context, actorId: userId };
  return changeOwnAccount(accounts, ownContext, {
    command: { type: "ChangePassword", userId },
    work: async (client): Promise<Rejection<"link-invalid"> | undefined> => {
      if (!(await lockUserRow(client, userId))) return reject("link-invalid");
      if ((await consumeLink(client, link, nowMs)) !== userId) return reject("link-invalid");
      await setPassword(client, { userId, to: passwordHash });
      await endUserSessions(client, { tenantId, userId, reason: "password-reset", nowMs });
      await revokeLinks(client, { tenantId, userId, kind }, nowMs);
      await removePin(client, { tenantId, userId });
      return undefined;
    },
  });
}

async function refused(
  { pool, clock }: AccountDeps,
  { ipPrefix, requestId }: Caller,
  tenantId: TenantId | undefined,
): Promise<Rejection<"link-invalid">> {
  await logAccess(pool, {
    atMs: clock(),
    action: "password-reset",
    result: "link-invalid",
    tenantId,
    ipPrefix,
    requestId,
  });
  return reject("link-invalid");
}
