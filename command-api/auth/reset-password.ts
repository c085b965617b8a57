import type { ResetPasswordRequest } from "#kernel/contract/api/account.ts";
import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { noteAccess } from "#kernel/platform/access-log.ts";

import { inAccountTransaction } from "./account-transaction.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { endLinks, findLink, takeLink, tenantOfLink } from "./link-tokens.ts";
import { changeOwn } from "./own-account.ts";
import { endSessionsOfUser } from "./session-rows.ts";
import type { Caller, TooManyTries } from "./signed-in.ts";
import { holdUser, setPassword } from "./user-rows.ts";

export type ResetOutcome = Rejection<"link-invalid" | "unavailable"> | TooManyTries | undefined;

const kind = "password-reset";

/**
 * Sets the password by a link that was mailed, once. It signs nobody in, leaves the second factor as it is and
 * ends every session of the person.
 */
export async function resetPassword(
  accounts: AccountDoors,
  { token, password }: ResetPasswordRequest,
  caller: Caller,
): Promise<ResetOutcome> {
  const { allowed, retryAfterMs } = await accounts.passwordLimits.linksPerAddress.consume(
    caller.sender,
  );
  if (!allowed) return { rejected: "too-many-requests", retryAfterMs };
  const found = await whose(accounts, token);
  if (!found) return refused(accounts, caller, undefined);
  const passwordHash = await accounts.passwords.hash(password);
  if (typeof passwordHash === "object") return passwordHash;

  const { tenantId, userId } = found;
  const outcome = await changeOwn(
    accounts,
    { actor: found, caller },
    {
      command: { type: "ChangePassword", userId },
      work: async (client, nowMs): Promise<Rejection<"link-invalid"> | undefined> => {
        if (!(await holdUser(client, userId))) return reject("link-invalid");
        const link = { kind, tenantId, token } as const;
        if ((await takeLink(client, link, nowMs)) !== userId) return reject("link-invalid");
        await setPassword(client, { userId, to: passwordHash });
        await endSessionsOfUser(client, { ...found, reason: "password-reset", nowMs });
        await endLinks(client, { ...found, kind }, nowMs);
        return undefined;
      },
    },
  );
  return outcome && refused(accounts, caller, found);
}

type Whose = Readonly<{ tenantId: TenantId; userId: UserId }>;

/** Looked up before anything is hashed: made-up links cost next to nothing. */
async function whose(accounts: AccountDoors, token: string): Promise<Whose | undefined> {
  const tenantId = await tenantOfLink(accounts.pool, { kind, token });
  if (!tenantId) return undefined;
  const userId = await inAccountTransaction(accounts, tenantId, (client) =>
    findLink(client, { kind, tenantId, token }, accounts.clock()),
  );
  return userId && { tenantId, userId };
}

async function refused(
  { pool, clock }: AccountDoors,
  { ipPrefix, requestId }: Caller,
  found: Whose | undefined,
): Promise<Rejection<"link-invalid">> {
  await noteAccess(pool, {
    atMs: clock(),
    action: "password-reset",
    result: "link-invalid",
    tenantId: found?.tenantId,
    actorId: found?.userId,
    ipPrefix,
    requestId,
  });
  return reject("link-invalid");
}
