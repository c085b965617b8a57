import { createHmac } from "node:crypto";

import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import type { Caller } from "#command-api/account-store/caller.ts";
import { endOfStep, overLimit } from "#command-api/account-store/limits.ts";
import type { SignedInSession } from "#command-api/account-store/signed-in-session.ts";
import { findAccount, candidateOf } from "#command-api/account-store/tables/accounts.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { logAccess } from "#kernel/node/access-log.ts";
import type { Audience } from "#kernel/node/session/tokens.ts";

import { admit, type Attempt } from "./admission.ts";
import type { SuspendedRefusal } from "./open-export.ts";
import { openSession } from "./open-session.ts";
import { proveSecondFactor, type SecondFactorRefusal } from "./second-factor.ts";

export type SignInAttempt = Readonly<{
  email: string;
  password: string;
  /** An authenticator code or a recovery code. */
  totp?: string | undefined;
  portal: Audience;
  caller: Caller;
}>;

export type SignInOutcome =
  | SignedInSession
  | Rejection<"wrong-credentials" | "unavailable">
  | SuspendedRefusal
  | SecondFactorRefusal;

/**
 * A wrong password, an unknown account and the other portal's account get the same answer after the
 * same work, and so does an account of a suspended tenant until its password is right.
 */
export async function signIn(
  accounts: Accounts & Pick<AccountDeps, "signInLimits" | "refusalStepMs">,
  { email, password, totp, portal, caller }: SignInAttempt,
): Promise<SignInOutcome> {
  const startedAt = performance.now();
  const tooMany = await overLimit(accounts.signInLimits.perAddress, caller.sender);
  if (tooMany) return tooMany;
  const account = await findAccount(accounts.pool, email);
  const attempt: Attempt = {
    caller,
    candidate: candidateOf(account, portal),
    emailHash: createHmac("sha256", accounts.hashKey).update(`email|${email}`).digest("hex"),
    lastLoginMs: account?.lastLoginMs ?? 0,
  };
  const outcome =
    (await admit(accounts, attempt)) ??
    (await checkCredentials(accounts, attempt, { password, totp }));
  if ("rejected" in outcome) {
    await recordFailure(accounts, attempt, outcome.rejected);
    await endOfStep(startedAt, accounts.refusalStepMs);
  }
  return outcome;
}

async function checkCredentials(
  accounts: Accounts,
  { candidate, caller }: Attempt,
  { password, totp }: Pick<SignInAttempt, "password" | "totp">,
): Promise<SignInOutcome> {
  const hash = candidate?.account.passwordHash;
  const isRight = await accounts.passwords.isRight(password, hash, caller.sender);
  if (typeof isRight === "object") return isRight;
  if (!isRight || !candidate) return reject("wrong-credentials");
  const second = await proveSecondFactor(accounts, { candidate, caller, code: totp });
  return "rejected" in second ? second : openSession(accounts, { ...candidate, second }, caller);
}

async function recordFailure(
  { pool, clock }: Accounts,
  { candidate, caller, emailHash }: Attempt,
  result: string,
): Promise<void> {
  await logAccess(pool, {
    atMs: clock(),
    action: "sign-in",
    result,
    tenantId: candidate?.tenantId,
    actorId: candidate?.account.userId,
    actorHash: emailHash,
    ipPrefix: caller.ipPrefix,
    requestId: caller.requestId,
  });
}
