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

/** The proof that a user gave in addition to the password. Each proof works once. */
export type SecondFactor =
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
): Promise<SecondFactor | SecondFactorRefusal> {
  const { pool, clock } = accounts;
  const { candidate, code } = proof;
  const { userId } = candidate.account;
  const lockedUntilMs = await findTotpLock(pool, userId);
  if (lockedUntilMs === undefined) return { kind: "none" };
  if (code === undefined) return reject("totp-required");

  const nowMs = clock();
  const attempt = await countTotpAttempt(pool, userId, nowMs);
  if (!attempt) return locked(Math.max(lockedUntilMs - nowMs, 1000));
  const second =
    matchTotp(accounts, { userId, code, nowMs }, attempt) ??
    (await matchRecovery(accounts, userId, code));
  if (second) return second;
  if (attempt.tries >= MAX_ATTEMPTS) await recordLockOut(accounts, { ...proof, forMs: LOCK_MS });
  return reject("totp-wrong");
}

const locked = (retryAfterMs: number): TooManyAttempts => ({
  rejected: "too-many-requests",
  retryAfterMs,
});

type CodeInput = Readonly<{ userId: UserId; code: string; nowMs: number }>;

function matchTotp(
  { seeds }: Accounts,
  { userId, code, nowMs }: CodeInput,
  { seed, lastStep }: TotpAttempt,
): SecondFactor | undefined {
  const input = code.replaceAll(" ", "");
  const step = matchingStep(seeds.open(userId, seed), input, { nowMs, lastStep });
  return step === undefined ? undefined : { kind: "totp", step, seed };
}

async function matchRecovery(
  { pool, passwords }: Accounts,
  userId: UserId,
  input: string,
): Promise<SecondFactor | Rejection<"unavailable"> | undefined> {
  const recovery = parseRecoveryCode(input);
  const hash = recovery && (await findRecoveryHash(pool, { userId, ix: recovery.ix }));
  if (!recovery || hash === undefined) return undefined;
  const isRight = await passwords.isRight(recovery.code, hash);
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
  { second, nowMs }: Readonly<{ second: SecondFactor; nowMs: number }>,
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
