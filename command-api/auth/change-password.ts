import type { ChangePasswordRequest } from "#kernel/contract/api/account.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

import { confirmPassword, type Unconfirmed } from "./confirm-password.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { endLinks } from "./link-tokens.ts";
import { changeOwn, type Own } from "./own-account.ts";
import { endSessionsOfUser } from "./session-rows.ts";
import { setPassword } from "./user-rows.ts";

/** Every other session of the person ends, and every link that could set the password once more. */
export async function changePassword(
  accounts: AccountDoors,
  own: Own,
  { current_password: current, new_password: next }: ChangePasswordRequest,
): Promise<Unconfirmed | undefined> {
  const user = await confirmPassword(accounts, own.actor, current);
  if ("rejected" in user) return user;
  const passwordHash = await accounts.passwords.hash(next);
  if (typeof passwordHash === "object") return passwordHash;
  const { tenantId, userId, sid } = own.actor;
  const person = { tenantId, userId };

  return changeOwn(accounts, own, {
    command: { type: "ChangePassword", userId },
    work: async (client, nowMs): Promise<Rejection<"wrong-password"> | undefined> => {
      const change = { userId, from: user.passwordHash, to: passwordHash };
      if (!(await setPassword(client, change))) return reject("wrong-password");
      const reason = "password-changed";
      await endSessionsOfUser(client, { ...person, except: sid, reason, nowMs });
      await endLinks(client, { ...person, kind: "password-reset" }, nowMs);
      return undefined;
    },
  });
}
