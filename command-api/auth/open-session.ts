import type { SessionTenant } from "#kernel/contract/api/auth.ts";
import { CommandId, PLATFORM_TENANT_ID, SessionId, type TenantId } from "#kernel/contract/ids.ts";
import { InvariantError, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/platform/ids.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";
import type { Audience } from "#kernel/platform/tokens.ts";

import { type Account, addSession, holdAccount } from "./account-rows.ts";
import { type Accounts, inAccountTransaction, isRefusedAs } from "./account-transaction.ts";
import { noteMember } from "./member-log.ts";
import { type Caller, metaOf, PLATFORM, type SignedInSession } from "./signed-in.ts";
import { tenant } from "./tenant.ts";

/** An account at the door that is meant for it. */
export type Candidate = Readonly<{
  account: Account;
  tenantId: TenantId;
  aud: Audience;
  role: string;
}>;

export function candidateOf(account: Account | undefined, portal: Audience): Candidate | undefined {
  if (account?.kind !== portal) return undefined;
  if (portal === "platform") {
    return { account, tenantId: PLATFORM_TENANT_ID, aud: portal, role: "super_admin" };
  }
  return account.membership && { account, ...account.membership, aud: portal };
}

/** The session and the event that notes it, for somebody whose password was right a moment ago. */
export async function openSession(
  accounts: Accounts,
  candidate: Candidate,
  caller: Caller,
): Promise<SignedInSession | Rejection<"wrong-credentials" | "tenant-suspended">> {
  const { account, tenantId, aud, role } = candidate;
  const { userId } = account;
  const nowMs = accounts.clock();
  const opening = {
    ...candidate,
    caller,
    nowMs,
    sid: SessionId.parse(newId(nowMs)),
    commandId: CommandId.parse(newId(nowMs)),
  };
  try {
    const seen = await inAccountTransaction(accounts, tenantId, (client) =>
      write(accounts, client, opening),
    );
    if (!seen) return reject("wrong-credentials");
    accounts.onAppended?.(new Set([tenantId]));
    return {
      subject: { aud, userId, tenantId, sid: opening.sid },
      issuedMs: nowMs,
      user: {
        id: userId,
        first_name: account.firstName,
        last_name: account.lastName,
        email: account.email,
        role,
      },
      tenant: seen,
    };
  } catch (error) {
    if (isRefusedAs(error, "tenant-suspended")) return reject("tenant-suspended");
    throw error;
  }
}

type Opening = Candidate &
  Readonly<{ caller: Caller; nowMs: number; sid: SessionId; commandId: CommandId }>;

/** What the person will see of the shop; nothing where the account changed since the password was checked. */
async function write(
  accounts: Accounts,
  client: PoolClient,
  { account, tenantId, aud, caller, nowMs, sid, commandId }: Opening,
): Promise<SessionTenant | undefined> {
  if (!(await holdAccount(client, account, nowMs))) return undefined;
  const { userId } = account;
  await addSession(client, { tenantId, sid, userId, aud, place: caller }, nowMs);
  const shop = await noteMember(accounts, client, {
    tenantId,
    commandId,
    command: { type: "SignIn", userId, sid },
    meta: metaOf(caller, sid),
    nowMs,
  });
  return aud === "platform" ? PLATFORM : toTenant(tenantId, shop.state);
}

function toTenant(id: TenantId, stored: unknown): SessionTenant {
  const state = tenant.parseState(stored);
  if (state.status === "unknown") throw new InvariantError("a tenant has no stream of its own");
  const { name, status, plan, currency, timezone } = state;
  return { id, name, status, plan, currency, timezone };
}
