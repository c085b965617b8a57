import {
  type AccountRefusal,
  findRepeat,
  type AccountResult,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import {
  confirmPassword,
  type PasswordNotConfirmed,
} from "#command-api/account-store/confirm-password.ts";
import { changeOwnAccount } from "#command-api/account-store/own-account.ts";
import {
  findTotpLock,
  setRecoveryCodes,
} from "#command-api/account-store/tables/second-factors.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { RecoveryCodes } from "#kernel/contract/api/account.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Passwords } from "#kernel/node/crypto/passwords.ts";

import { formatRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";

/** Creates ten new codes, shown once. The old codes stop working. */
export async function reissueRecoveryCodes(
  accounts: AccountDeps,
  context: CommandContext,
  password: string,
): Promise<
  RecoveryCodes | PasswordNotConfirmed | Rejection<"totp-off" | "shown-once" | AccountRefusal>
> {
  const { actorId: userId } = context;
  const user = await confirmPassword(accounts, { userId }, password);
  if ("rejected" in user) return user;
  const before = await findRepeat(accounts, context);
  if (before) return isRejection(before) ? before : reject("shown-once");
  const fresh = await generateRecoveryCodes(accounts.passwords);
  if ("rejected" in fresh) return fresh;
  const outcome = await changeOwnAccount(accounts, context, {
    command: { type: "ReissueRecoveryCodes", userId },
    work: async (client) => {
      if ((await findTotpLock(client, userId)) === undefined) return reject("totp-off");
      await setRecoveryCodes(client, userId, fresh.hashes);
      return undefined;
    },
  });
  return showOnce(outcome, { recovery_codes: fresh.codes });
}

type NewCodes = Readonly<{ codes: string[]; hashes: string[] }>;

/** Hashes one code at a time: ten at once would delay everyone's sign-in. */
export async function generateRecoveryCodes(
  passwords: Passwords,
): Promise<NewCodes | Rejection<"unavailable">> {
  const codes = newRecoveryCodes();
  const hashes: string[] = [];
  for (const code of codes) {
    const hash = await passwords.hash(code);
    if (typeof hash === "object") return hash;
    hashes.push(hash);
  }
  return { codes: codes.map(formatRecoveryCode), hashes };
}

/**
 * Secrets are stored only in forms that cannot be shown again, so a repeated request is refused.
 */
export function showOnce<Shown, Code extends string>(
  outcome: AccountResult | Rejection<Code>,
  shown: Shown,
): Shown | Rejection<Code | "shown-once"> {
  if (isRejection(outcome)) return outcome;
  return outcome.isRepeated ? reject("shown-once") : shown;
}
