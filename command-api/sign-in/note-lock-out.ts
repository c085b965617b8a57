import {
  type Accounts,
  inAccountTransaction,
} from "#command-api/account-store/account-transaction.ts";
import { type Caller, metaOf } from "#command-api/account-store/caller.ts";
import { noteMember } from "#command-api/account-store/member-log.ts";
import type { Candidate } from "#command-api/account-store/tables/accounts.ts";
import { CommandId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";

type LockOut = Readonly<{ candidate: Candidate; caller: Caller; forMs: number }>;

/** Its owner finds in the log that somebody tried too often, also while the shop is suspended. */
export async function noteLockOut(
  accounts: Accounts,
  { candidate, caller, forMs }: LockOut,
): Promise<void> {
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
