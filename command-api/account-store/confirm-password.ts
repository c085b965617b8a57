import type { UserId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Actor } from "#kernel/node/session/require-session.ts";

import type { AccountDeps } from "./account-deps.ts";
import type { Accounts } from "./account-transaction.ts";
import { overLimit, type TooManyAttempts } from "./limits.ts";
import { findUser, type User } from "./tables/users.ts";

export type PasswordNotConfirmed = Rejection<"wrong-password" | "unavailable"> | TooManyAttempts;

/**
 * Asks for the password before a change to what protects the account: a session left open at a till
 * must not be enough. Returns the user with the hash that was compared, so that the change can be
 * bound to it.
 */
export async function confirmPassword(
  { pool, passwords, passwordLimits }: Pick<AccountDeps, "pool" | "passwords" | "passwordLimits">,
  { userId }: Pick<Actor, "userId">,
  password: string,
): Promise<User | PasswordNotConfirmed> {
  const tooMany = await overLimit(passwordLimits.perUser, userId);
  if (tooMany) return tooMany;
  const user = await findUser(pool, userId);
  const isRight = await passwords.isRight(password, user?.passwordHash);
  if (typeof isRight === "object") return isRight;
  return isRight && user ? user : reject("wrong-password");
}

/**
 * A stored request hash never covers passwords, so a repeated request must send the password that
 * the first one set. A different password makes it a different request.
 */
export async function confirmRepeatedPassword(
  { pool, passwords }: Pick<Accounts, "pool" | "passwords">,
  userId: UserId,
  password: string,
): Promise<Rejection<"key-reused" | "unavailable"> | undefined> {
  const user = await findUser(pool, userId);
  const isRight = await passwords.isRight(password, user?.passwordHash);
  if (typeof isRight === "object") return isRight;
  return isRight ? undefined : reject("key-reused");
}
