import {
  type AccountRefusal,
  type Applied,
  unlessDone,
} from "#command-api/account-store/account-command.ts";
import type { AccountDoors } from "#command-api/account-store/account-deps.ts";
import { inAccountTransaction } from "#command-api/account-store/account-transaction.ts";
import type { Caller } from "#command-api/account-store/caller.ts";
import { proveAgain } from "#command-api/account-store/confirm-password.ts";
import { overLimit, type TooManyTries } from "#command-api/account-store/limits.ts";
import { changeOwn } from "#command-api/account-store/own-account.ts";
import {
  endLinks,
  findLink,
  takeLink,
  tenantOfLink,
} from "#command-api/account-store/tables/links.ts";
import { endSessionsOfUser } from "#command-api/account-store/tables/sessions.ts";
import { holdUser, setPassword } from "#command-api/account-store/tables/users.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { ResetPasswordRequest } from "#kernel/contract/api/account.ts";
import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import { invariant, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { noteAccess } from "#kernel/node/access-log.ts";

type Refusal = Rejection<"link-invalid" | "unavailable" | AccountRefusal> | TooManyTries;

const kind = "password-reset";

/**
 * Sets the password by a link that was mailed, once. It signs nobody in, leaves the second factor as it is and
 * ends every session of the person.
 */
export async function resetPassword(
  accounts: AccountDoors,
  stranger: CommandContext,
  { token, password }: ResetPasswordRequest,
  caller: Caller,
): Promise<Refusal | undefined> {
  const tooMany = await overLimit(accounts.passwordLimits.linksPerAddress, caller.sender);
  if (tooMany) return tooMany;
  const tenantId = await tenantOfLink(accounts.pool, { kind, token });
  if (!tenantId) return refused(accounts, caller, undefined);
  const context = { ...stranger, tenantId };
  // The link of a reset whose answer was lost is used up.
  const outcome = await unlessDone(accounts, context, () =>
    reset(accounts, context, { token, password }),
  );
  if (!("rejected" in outcome)) {
    return outcome.isRepeated ? proveAgain(accounts, whoIn(outcome), password) : undefined;
  }
  return outcome.rejected === "link-invalid" ? refused(accounts, caller, tenantId) : outcome;
}

/** A reset is one event, of the person's own. */
function whoIn({ events: [changed] }: Applied): UserId {
  invariant(changed?.type === "PasswordChanged", "a reset is an event");
  return changed.data.userId;
}

async function reset(
  accounts: AccountDoors,
  context: CommandContext,
  { token, password }: ResetPasswordRequest,
): Promise<Applied | Rejection<"link-invalid" | "unavailable" | AccountRefusal>> {
  const { tenantId, occurredMs: nowMs } = context;
  const link = { kind, tenantId, token } as const;
  // Looked up before anything is hashed: made-up links cost next to nothing.
  const userId = await inAccountTransaction(accounts, tenantId, (client) =>
    findLink(client, link, nowMs),
  );
  if (!userId) return reject("link-invalid");
  const passwordHash = await accounts.passwords.hash(password);
  if (typeof passwordHash === "object") return passwordHash;

  const own = { ...context, actorId: userId };
  return changeOwn(accounts, own, {
    command: { type: "ChangePassword", userId },
    work: async (client): Promise<Rejection<"link-invalid"> | undefined> => {
      if (!(await holdUser(client, userId))) return reject("link-invalid");
      if ((await takeLink(client, link, nowMs)) !== userId) return reject("link-invalid");
      await setPassword(client, { userId, to: passwordHash });
      await endSessionsOfUser(client, { tenantId, userId, reason: "password-reset", nowMs });
      await endLinks(client, { tenantId, userId, kind }, nowMs);
      return undefined;
    },
  });
}

async function refused(
  { pool, clock }: AccountDoors,
  { ipPrefix, requestId }: Caller,
  tenantId: TenantId | undefined,
): Promise<Rejection<"link-invalid">> {
  await noteAccess(pool, {
    atMs: clock(),
    action: "password-reset",
    result: "link-invalid",
    tenantId,
    ipPrefix,
    requestId,
  });
  return reject("link-invalid");
}
