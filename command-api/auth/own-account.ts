import { CommandId, type SessionId, type TenantId } from "#kernel/contract/ids.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/platform/ids.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";
import type { Actor } from "#kernel/platform/session.ts";

import { type Accounts, inAccountTransaction } from "./account-transaction.ts";
import { noteMember } from "./member-log.ts";
import type { MemberCommand } from "./member.ts";
import { type Caller, metaOf } from "./signed-in.ts";

/** Whose account it is and from where they ask. */
export type Own = Readonly<{ actor: Actor; caller: Caller }>;

/** Also of somebody who is not signed in. */
type Asking = Readonly<{
  actor: Readonly<{ tenantId: TenantId; sid?: SessionId }>;
  caller: Caller;
}>;

export type OwnChange<Code extends string> = Readonly<{
  command: MemberCommand;
  /** Refuses before it writes. It may run again: hashes and secrets are made outside. */
  work: (client: PoolClient, nowMs: number) => Promise<Rejection<Code> | undefined>;
  commandId?: CommandId;
}>;

/** Rows of a person's own account and the event that notes what they did, both or neither. */
export async function changeOwn<Code extends string>(
  accounts: Accounts,
  { actor: { tenantId, sid }, caller }: Asking,
  { command, work, commandId: given }: OwnChange<Code>,
): Promise<Rejection<Code> | undefined> {
  const nowMs = accounts.clock();
  const commandId = given ?? CommandId.parse(newId(nowMs));
  const refusal = await inAccountTransaction(accounts, tenantId, async (client) => {
    const refused = await work(client, nowMs);
    if (refused) return refused;
    // A person's password is theirs, also while the shop is suspended.
    const meta = metaOf(caller, sid);
    const note = { tenantId, commandId, command, meta, nowMs, platform: true };
    await noteMember(accounts, client, note);
    return undefined;
  });
  if (!refusal) accounts.onAppended?.(new Set([tenantId]));
  return refusal;
}
