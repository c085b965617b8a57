import {
  type Accounts,
  inAccountTransaction,
  isRefusedWith,
} from "#command-api/account-store/account-transaction.ts";
import { type Caller, metaOf } from "#command-api/account-store/caller.ts";
import { recordMemberEvent } from "#command-api/account-store/member-log.ts";
import type { SignedInSession } from "#command-api/account-store/signed-in-session.ts";
import { lockAccountRows, type Candidate } from "#command-api/account-store/tables/accounts.ts";
import { addSession } from "#command-api/account-store/tables/sessions.ts";
import { isTwoFactorRequired } from "#command-api/account-store/tables/two-factor-policies.ts";
import { tenantForSession } from "#command-api/tenant/tenant-for-session.ts";
import { TENANT_DEFAULTS } from "#command-api/tenant/tenant-state.ts";
import type { SessionTenant } from "#kernel/contract/api/session.ts";
import { CommandId, PLATFORM_TENANT_ID, SessionId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { texts } from "#kernel/contract/texts.ts";
import { newId } from "#kernel/node/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { openExport, type Suspended } from "./open-export.ts";
import { type Second, consumeSecondFactor } from "./second-factor.ts";

/** An account whose password and second factor were right. */
export type Proven = Candidate & Readonly<{ second: Second }>;

type NotOpened = Rejection<"wrong-credentials" | "totp-wrong"> | Suspended;

/** Inserts the session and appends its event. */
export async function openSession(
  accounts: Accounts,
  candidate: Proven,
  caller: Caller,
): Promise<SignedInSession | NotOpened> {
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
    if ("rejected" in seen) return seen;
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
      ...seen,
    };
  } catch (error) {
    if (isRefusedWith(error, "tenant-suspended")) return openExport(accounts, opening);
    throw error;
  }
}

type Opening = Proven &
  Readonly<{ caller: Caller; nowMs: number; sid: SessionId; commandId: CommandId }>;

type Opened = Pick<SignedInSession, "tenant" | "onlySetup">;

/** Refuses if the account changed or the code was used since they were checked. */
async function write(
  accounts: Accounts,
  client: PoolClient,
  opening: Opening,
): Promise<Opened | Rejection<"wrong-credentials" | "totp-wrong">> {
  const { account, tenantId, aud, second, caller, nowMs, sid, commandId } = opening;
  const { userId } = account;
  if (!(await lockAccountRows(client, account, nowMs))) return reject("wrong-credentials");
  if (!(await consumeSecondFactor(client, userId, { second, nowMs }))) return reject("totp-wrong");
  const onlySetup = second.kind === "none" && (await mustSetUp(accounts, client, opening));
  await addSession(client, { tenantId, sid, userId, aud, place: caller, onlySetup }, nowMs);
  await recordMemberEvent(accounts, client, {
    tenantId,
    commandId,
    command: { type: "SignIn", userId, sid, second: second.kind },
    meta: metaOf(caller, sid),
    nowMs,
  });
  const seen =
    aud === "platform" ? PLATFORM_AS_TENANT : await tenantForSession(client, tenantId, commandId);
  return { tenant: seen, onlySetup };
}

/** A required second factor is missing: the session allows only its setup. */
const mustSetUp = async (
  { superAdminNeedsTotp }: Accounts,
  client: PoolClient,
  { aud, tenantId }: Candidate,
): Promise<boolean> =>
  aud === "platform" ? superAdminNeedsTotp : isTwoFactorRequired(client, tenantId);

/** Shown to a super admin in place of a tenant. */
const PLATFORM_AS_TENANT: SessionTenant = {
  id: PLATFORM_TENANT_ID,
  name: texts.product,
  status: "active",
  plan: "enterprise",
  ...TENANT_DEFAULTS,
};
