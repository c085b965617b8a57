import { CommandId, PLATFORM_TENANT_ID, UserId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/platform/ids.ts";

import { isKnownNetwork } from "./account-rows.ts";
import { type Accounts, inAccountTransaction } from "./account-transaction.ts";
import type { Candidate } from "./candidate.ts";
import { noteMember } from "./member-log.ts";
import type { SignInLimits } from "./sign-in-limits.ts";
import { type Caller, metaOf, type TooManyTries } from "./signed-in.ts";

export type Tried = Readonly<{
  caller: Caller;
  candidate: Candidate | undefined;
  emailHash: string;
  /** Of whatever account has the email: a sign-in starts the count of wrong tries in a row anew. */
  lastLoginMs: number;
}>;

type Limited = Accounts & Readonly<{ signInLimits: SignInLimits }>;

/** Before the password is looked at, and alike whether the account exists: may it be tried from here, now? */
export async function admit(accounts: Limited, tried: Tried): Promise<TooManyTries | undefined> {
  const { perAccountAndAddress, inARow } = accounts.signInLimits;
  const { caller, emailHash, lastLoginMs } = tried;
  const here = await perAccountAndAddress.consume(`${emailHash}|${caller.sender}`);
  if (!here.allowed) return { rejected: "too-many-requests", retryAfterMs: here.retryAfterMs };

  const anywhere = await inARow.consume(`${emailHash}|${lastLoginMs}`);
  // A stranger's guesses must not keep people out of their own shop.
  if (anywhere.allowed || (await isFromKnownNetwork(accounts, tried))) return undefined;
  await noteLockOut(accounts, tried, anywhere.retryAfterMs);
  return { rejected: "too-many-requests", retryAfterMs: anywhere.retryAfterMs };
}

const NOBODY = {
  tenantId: PLATFORM_TENANT_ID,
  account: { userId: UserId.parse("00000000-0000-7000-8000-000000000000") },
};

/** Asked for nobody as well: it takes its time. */
function isFromKnownNetwork(accounts: Accounts, { candidate, caller }: Tried): Promise<boolean> {
  const { tenantId, account } = candidate ?? NOBODY;
  const owner = { tenantId, userId: account.userId };
  return inAccountTransaction(accounts, tenantId, (client) =>
    isKnownNetwork(client, owner, caller.ipPrefix),
  );
}

async function noteLockOut(
  accounts: Limited,
  { candidate, caller, emailHash }: Tried,
  forMs: number,
): Promise<void> {
  const { allowed } = await accounts.signInLimits.lockOutNotes.consume(emailHash);
  if (!candidate || !allowed) return;
  const { tenantId, account } = candidate;
  const nowMs = accounts.clock();
  const commandId = CommandId.parse(newId(nowMs));
  await inAccountTransaction(accounts, tenantId, (client) =>
    noteMember(accounts, client, {
      tenantId,
      commandId,
      command: { type: "LockOut", userId: account.userId, untilMs: nowMs + forMs },
      meta: metaOf({ ...caller, source: "system" }),
      nowMs,
      platform: true,
    }),
  );
  accounts.onAppended?.(new Set([tenantId]));
}
