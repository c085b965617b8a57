import type { RecoveryCodes } from "#kernel/contract/api/account.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Passwords } from "#kernel/platform/passwords.ts";

import { confirmPassword, type Unconfirmed } from "./confirm-password.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { changeOwn, type Own } from "./own-account.ts";
import { inGroups, newRecoveryCodes } from "./recovery-codes.ts";
import { findLock, setRecoveryCodes } from "./totp-rows.ts";

/** Ten new ones; the old are void. */
export async function reissueRecoveryCodes(
  accounts: AccountDoors,
  own: Own,
  password: string,
): Promise<RecoveryCodes | Unconfirmed | Rejection<"totp-off">> {
  const user = await confirmPassword(accounts, own.actor, password);
  if ("rejected" in user) return user;
  const fresh = await freshRecoveryCodes(accounts.passwords);
  if ("rejected" in fresh) return fresh;
  const { userId } = own.actor;
  const refusal = await changeOwn(accounts, own, {
    command: { type: "ReissueRecoveryCodes", userId },
    work: async (client) => {
      if ((await findLock(client, userId)) === undefined) return reject("totp-off");
      await setRecoveryCodes(client, userId, fresh.hashes);
      return undefined;
    },
  });
  return refusal ?? { recovery_codes: fresh.codes };
}

type Fresh = Readonly<{ codes: string[]; hashes: string[] }>;

/** One hash after the other: ten at once would hold up everybody's sign-in. */
export async function freshRecoveryCodes(
  passwords: Passwords,
): Promise<Fresh | Rejection<"unavailable">> {
  const codes = newRecoveryCodes();
  const hashes: string[] = [];
  for (const code of codes) {
    const hash = await passwords.hash(code);
    if (typeof hash === "object") return hash;
    hashes.push(hash);
  }
  return { codes: codes.map(inGroups), hashes };
}
