import type { UserId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

import type { Accounts } from "./account-transaction.ts";
import { findUser } from "./tables/users.ts";

/**
 * The password is no part of what a key stands for. Whoever sends a request again sends the password that the first
 * one set: with another one it is another request.
 */
export async function proveAgain(
  { pool, passwords }: Pick<Accounts, "pool" | "passwords">,
  userId: UserId,
  password: string,
): Promise<Rejection<"key-reused" | "unavailable"> | undefined> {
  const user = await findUser(pool, userId);
  const isRight = await passwords.isRight(password, user?.passwordHash);
  if (typeof isRight === "object") return isRight;
  return isRight ? undefined : reject("key-reused");
}
