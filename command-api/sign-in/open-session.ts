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

import { openExport, type SuspendedRefusal } from "./open-export.ts";
import { type SecondFactor, consumeSecondFactor } from "./second-factor.ts";

/** An account whose password and second factor were right. */
export type VerifiedCandidate = Candidate & Readonly<{ second: SecondFactor }>;

type OpenRefusal = Rejection<"wrong-credentials" | "totp-wrong"> | SuspendedRefusal;

/** Inserts the session and appends its event. */
export async function openSession(
  accounts: Accounts,
  candidate: VerifiedCandidate,
  caller: Caller,
): Promise<SignedInSession | OpenRefusal> {
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
    const view = await inAccountTransaction(accounts, tenantId, (client) =>
      writeSession(accounts, client, opening),
    );
    if ("rejected" in view) return view;
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
      ...view,
    };
  } catch (error) {
    if (isRefusedWith(error, "tenant-suspended")) return openExport(accounts, opening);
    throw error;
  }
}

type OpeningInput = VerifiedCandidate &
  Readonly<{ caller: Caller; nowMs: number; sid: SessionId; commandId: CommandId }>;

type SessionView = Pick<SignedInSession, "tenant" | "onlySetup">;

/** Refuses if the account changed or the code was used since they were checked. */
async function writeSession(
  accounts: Accounts,
  client: PoolClient,
  opening: OpeningInput,
): Promise<SessionView | Rejection<"wrong-credentials" | "totp-wrong">> {
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
  const view =
    aud === "platform" ? PLATFORM_AS_TENANT : await tenantForSession(client, tenantId, commandId);
  return { tenant: view, onlySetup };
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
