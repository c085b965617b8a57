import {
  type Accounts,
  inAccountTransaction,
} from "#command-api/account-store/account-transaction.ts";
import type { Caller } from "#command-api/account-store/caller.ts";
import {
  overLimit,
  type SignInLimits,
  type TooManyTries,
} from "#command-api/account-store/limits.ts";
import type { Candidate } from "#command-api/account-store/tables/accounts.ts";
import { isKnownNetwork } from "#command-api/account-store/tables/sessions.ts";
import { PLATFORM_TENANT_ID, SYSTEM_ID } from "#kernel/contract/ids.ts";

import { noteLockOut } from "./note-lock-out.ts";

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
  const here = await overLimit(perAccountAndAddress, `${emailHash}|${caller.sender}`);
  if (here) return here;

  const anywhere = await overLimit(inARow, `${emailHash}|${lastLoginMs}`);
  // A stranger's guesses must not keep people out of their own shop.
  if (!anywhere || (await isFromKnownNetwork(accounts, tried))) return undefined;
  await noteOnce(accounts, tried, anywhere.retryAfterMs);
  return anywhere;
}

const NOBODY = {
  tenantId: PLATFORM_TENANT_ID,
  account: { userId: SYSTEM_ID },
};

/** Asked for nobody as well: it takes its time. */
function isFromKnownNetwork(accounts: Accounts, { candidate, caller }: Tried): Promise<boolean> {
  const { tenantId, account } = candidate ?? NOBODY;
  const owner = { tenantId, userId: account.userId };
  return inAccountTransaction(accounts, tenantId, (client) =>
    isKnownNetwork(client, owner, caller.ipPrefix),
  );
}

async function noteOnce(
  accounts: Limited,
  { candidate, caller, emailHash }: Tried,
  forMs: number,
): Promise<void> {
  if (await overLimit(accounts.signInLimits.lockOutNotes, emailHash)) return;
  if (candidate) await noteLockOut(accounts, { candidate, caller, forMs });
}
