import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import type { Caller } from "#command-api/account-store/caller.ts";
import type { TooManyAttempts } from "#command-api/account-store/limits.ts";
import type { Candidate } from "#command-api/account-store/tables/accounts.ts";
import {
  countTotpAttempt,
  findTotpLock,
  findRecoveryHash,
  LOCK_MS,
  MAX_ATTEMPTS,
  consumeRecoveryCode,
  consumeTotpStep,
  type TotpAttempt,
} from "#command-api/account-store/tables/second-factors.ts";
import { parseRecoveryCode } from "#command-api/credentials/recovery-codes.ts";
import { matchingStep } from "#command-api/credentials/totp.ts";
import type { UserId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { recordLockOut } from "./admission.ts";

/** What a user proved in addition to the password. Each proof works once. */
export type Second =
  | Readonly<{ kind: "none" }>
  | Readonly<{ kind: "totp"; step: number; seed: Buffer }>
  | Readonly<{ kind: "recovery"; hash: string }>;

export type SecondFactorRefusal =
  | Rejection<"totp-required" | "totp-wrong" | "unavailable">
  | TooManyAttempts;

type Proof = Readonly<{ candidate: Candidate; caller: Caller; code: string | undefined }>;

/** Runs after the password was right. Accepts an authenticator code or a recovery code. */
export async function proveSecondFactor(
  accounts: Accounts,
  proof: Proof,
): Promise<Second | SecondFactorRefusal> {
  const { pool, clock } = accounts;
  const { candidate, code } = proof;
  const { userId } = candidate.account;
  const lockedUntilMs = await findTotpLock(pool, userId);
  if (lockedUntilMs === undefined) return { kind: "none" };
  if (code === undefined) return reject("totp-required");

  const nowMs = clock();
  const tried = await countTotpAttempt(pool, userId, nowMs);
  if (!tried) return locked(Math.max(lockedUntilMs - nowMs, 1000));
  const second =
    matchTotp(accounts, { userId, code, nowMs }, tried) ??
    (await matchRecovery(accounts, userId, code));
  if (second) return second;
  if (tried.tries >= MAX_ATTEMPTS) await recordLockOut(accounts, { ...proof, forMs: LOCK_MS });
  return reject("totp-wrong");
}

const locked = (retryAfterMs: number): TooManyAttempts => ({
  rejected: "too-many-requests",
  retryAfterMs,
});

type Given = Readonly<{ userId: UserId; code: string; nowMs: number }>;

function matchTotp(
  { seeds }: Accounts,
  { userId, code, nowMs }: Given,
  { seed, lastStep }: TotpAttempt,
): Second | undefined {
  const typed = code.replaceAll(" ", "");
  const step = matchingStep(seeds.open(userId, seed), typed, { nowMs, lastStep });
  return step === undefined ? undefined : { kind: "totp", step, seed };
}

async function matchRecovery(
  { pool, passwords }: Accounts,
  userId: UserId,
  typed: string,
): Promise<Second | Rejection<"unavailable"> | undefined> {
  const given = parseRecoveryCode(typed);
  const hash = given && (await findRecoveryHash(pool, { userId, ix: given.ix }));
  if (!given || hash === undefined) return undefined;
  const isRight = await passwords.isRight(given.code, hash);
  if (typeof isRight === "object") return isRight;
  return isRight ? { kind: "recovery", hash } : undefined;
}

/**
 * Runs in the transaction that opens the session. False if another sign-in used the factor, or if
 * one was set up in the meantime.
 */
export async function consumeSecondFactor(
  client: PoolClient,
  userId: UserId,
  { second, nowMs }: Readonly<{ second: Second; nowMs: number }>,
): Promise<boolean> {
  switch (second.kind) {
    case "none":
      return (await findTotpLock(client, userId)) === undefined;
    case "totp":
      return consumeTotpStep(client, { userId, ...second });
    case "recovery":
      return consumeRecoveryCode(client, { userId, ...second }, nowMs);
  }
}
