import { CommandId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/node/ids.ts";

import type { AccountDeps } from "./account-deps.ts";
import { type Accounts, inAccountTransaction } from "./account-transaction.ts";
import { type Caller, metaOf } from "./caller.ts";
import { endOfStep, type TooManyAttempts } from "./limits.ts";
import { recordMemberEvent } from "./member-log.ts";
import { countPinTry, findPinHolder, type PinHolder } from "./tables/pins.ts";

export type PinCheck = Readonly<{
  tenantId: TenantId;
  userId: UserId;
  pin: string;
  caller: Caller;
  /** A person whose role may not do it gets the answer of a wrong PIN. */
  mayUse: (role: string) => boolean;
}>;

export type PinNotConfirmed = Rejection<"wrong-pin" | "unavailable"> | TooManyAttempts;

type PinDeps = Accounts & Pick<AccountDeps, "refusalStepMs">;

/**
 * Compares a person's PIN, and locks it after wrong tries in a row, at all tills together. An unknown
 * person, one without a PIN and one who may not use it get the same answers after the same work. The
 * caller forgets the tries in the transaction that uses the PIN.
 */
export async function checkPin(
  accounts: PinDeps,
  check: PinCheck,
): Promise<PinHolder | PinNotConfirmed> {
  const startedAt = performance.now();
  const outcome = await compare(accounts, check);
  if ("rejected" in outcome) await endOfStep(startedAt, accounts.refusalStepMs);
  return outcome;
}

async function compare(
  accounts: PinDeps,
  { tenantId, userId, pin, caller, mayUse }: PinCheck,
): Promise<PinHolder | PinNotConfirmed> {
  const nowMs = accounts.clock();
  const person = { tenantId, userId };
  const { attempt, holder } = await inAccountTransaction(accounts, tenantId, async (client) => ({
    attempt: await countPinTry(client, person, nowMs),
    holder: await findPinHolder(client, person, nowMs),
  }));
  if (!("counted" in attempt)) return tooMany(attempt.lockedForMs);
  const usable = holder && mayUse(holder.role) ? holder : undefined;
  const isRight = await accounts.passwords.isRight(pin, usable?.pinHash, caller.sender);
  if (typeof isRight === "object") return isRight;
  if (isRight && usable) return usable;
  const { lockMs } = attempt;
  if (lockMs === 0) return reject("wrong-pin");
  if (holder) await recordLock(accounts, { ...person, caller, untilMs: nowMs + lockMs });
  return tooMany(lockMs);
}

const tooMany = (retryAfterMs: number): TooManyAttempts => ({
  rejected: "too-many-requests",
  retryAfterMs,
});

type Lock = Pick<PinCheck, "tenantId" | "userId" | "caller"> & Readonly<{ untilMs: number }>;

async function recordLock(
  accounts: PinDeps,
  { tenantId, userId, caller, untilMs }: Lock,
): Promise<void> {
  const nowMs = accounts.clock();
  const commandId = CommandId.parse(newId(nowMs));
  await inAccountTransaction(accounts, tenantId, (client) =>
    recordMemberEvent(accounts, client, {
      tenantId,
      commandId,
      command: { type: "LockPin", userId, untilMs },
      meta: metaOf({ ...caller, source: "system" }),
      nowMs,
      allowSuspended: true,
    }),
  );
  accounts.onAppended?.(new Set([tenantId]));
}
