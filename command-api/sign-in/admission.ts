import {
  type Accounts,
  inAccountTransaction,
} from "#command-api/account-store/account-transaction.ts";
import { type Caller, metaOf } from "#command-api/account-store/caller.ts";
import {
  overLimit,
  type SignInLimits,
  type TooManyAttempts,
} from "#command-api/account-store/limits.ts";
import { recordMemberEvent } from "#command-api/account-store/member-log.ts";
import type { Candidate } from "#command-api/account-store/tables/accounts.ts";
import { isKnownNetwork } from "#command-api/account-store/tables/sessions.ts";
import { PLATFORM_TENANT_ID, SYSTEM_ID, CommandId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";

export type Attempt = Readonly<{
  caller: Caller;
  candidate: Candidate | undefined;
  emailHash: string;
  /**
   * The last sign-in of the account with this email, if any. A successful sign-in resets the count
   * of consecutive failures.
   */
  lastLoginMs: number;
}>;

type AdmissionDeps = Accounts & Readonly<{ signInLimits: SignInLimits }>;

/** Checks the limits before the password. Behaves the same whether or not the account exists. */
export async function admit(
  accounts: AdmissionDeps,
  attempt: Attempt,
): Promise<TooManyAttempts | undefined> {
  const { perAccountAndAddress, inARow } = accounts.signInLimits;
  const { caller, emailHash, lastLoginMs } = attempt;
  const here = await overLimit(perAccountAndAddress, `${emailHash}|${caller.sender}`);
  if (here) return here;

  const anywhere = await overLimit(inARow, `${emailHash}|${lastLoginMs}`);
  // Guesses from other networks must not lock people out of their own account.
  if (!anywhere || (await isFromKnownNetwork(accounts, attempt))) return undefined;
  await recordLockOutOnce(accounts, attempt, anywhere.retryAfterMs);
  return anywhere;
}

const PLACEHOLDER = {
  tenantId: PLATFORM_TENANT_ID,
  account: { userId: SYSTEM_ID },
};

/** Also queries for unknown accounts, so that timing does not reveal them. */
function isFromKnownNetwork(accounts: Accounts, { candidate, caller }: Attempt): Promise<boolean> {
  const { tenantId, account } = candidate ?? PLACEHOLDER;
  const owner = { tenantId, userId: account.userId };
  return inAccountTransaction(accounts, tenantId, (client) =>
    isKnownNetwork(client, owner, caller.ipPrefix),
  );
}

async function recordLockOutOnce(
  accounts: AdmissionDeps,
  { candidate, caller, emailHash }: Attempt,
  forMs: number,
): Promise<void> {
  if (await overLimit(accounts.signInLimits.lockOutNotes, emailHash)) return;
  if (candidate) await recordLockOut(accounts, { candidate, caller, forMs });
}

type LockOut = Readonly<{ candidate: Candidate; caller: Caller; forMs: number }>;

/**
 * Lets the owner see in the log that there were too many attempts, even while the tenant is
 * suspended.
 */
export async function recordLockOut(
  accounts: Accounts,
  { candidate, caller, forMs }: LockOut,
): Promise<void> {
  const { tenantId, account } = candidate;
  const nowMs = accounts.clock();
  const commandId = CommandId.parse(newId(nowMs));
  await inAccountTransaction(accounts, tenantId, (client) =>
    recordMemberEvent(accounts, client, {
      tenantId,
      commandId,
      command: { type: "LockOut", userId: account.userId, untilMs: nowMs + forMs },
      meta: metaOf({ ...caller, source: "system" }),
      nowMs,
      allowSuspended: true,
    }),
  );
  accounts.onAppended?.(new Set([tenantId]));
}
