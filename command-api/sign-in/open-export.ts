import {
  type Accounts,
  inAccountTransaction,
} from "#command-api/account-store/account-transaction.ts";
import { type Caller, metaOf } from "#command-api/account-store/caller.ts";
import { recordMemberEvent } from "#command-api/account-store/member-log.ts";
import { lockAccountRows, type Candidate } from "#command-api/account-store/tables/accounts.ts";
import { addSession } from "#command-api/account-store/tables/sessions.ts";
import type { CommandId, SessionId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { RESTRICTED_LIFE_MS, type TokenSubject } from "#kernel/node/session/tokens.ts";

import { type SecondFactor, consumeSecondFactor } from "./second-factor.ts";

/** The sign-in is refused, but an owner may export the tenant's data for half an hour. */
export type SuspendedRefusal = Rejection<"tenant-suspended"> &
  Readonly<{
    exportSession?: Readonly<{ subject: TokenSubject; issuedMs: number; untilMs: number }>;
  }>;

type OpeningInput = Candidate &
  Readonly<{
    second: SecondFactor;
    caller: Caller;
    nowMs: number;
    sid: SessionId;
    commandId: CommandId;
  }>;

/** Called when the credentials are right but the tenant is suspended. */
export async function openExport(
  accounts: Accounts,
  opening: OpeningInput,
): Promise<SuspendedRefusal> {
  const { account, tenantId, role, second, caller, nowMs, sid, commandId } = opening;
  if (role !== "owner") return reject("tenant-suspended");
  const { userId } = account;
  const untilMs = nowMs + RESTRICTED_LIFE_MS;
  const isOpen = await inAccountTransaction(accounts, tenantId, async (client) => {
    if (!(await lockAccountRows(client, account, nowMs))) return false;
    if (!(await consumeSecondFactor(client, userId, { second, nowMs }))) return false;
    const session = {
      tenantId,
      sid,
      userId,
      aud: "tenant",
      purpose: "export",
      place: caller,
      untilMs,
    } as const;
    await addSession(client, session, nowMs);
    await recordMemberEvent(accounts, client, {
      tenantId,
      commandId,
      command: { type: "SignIn", userId, sid, second: second.kind },
      meta: metaOf(caller, sid),
      nowMs,
      allowSuspended: true,
    });
    return true;
  });
  accounts.onAppended?.(new Set([tenantId]));
  const subject = { aud: "tenant", userId, tenantId, sid } as const;
  return {
    ...reject("tenant-suspended"),
    ...(isOpen ? { exportSession: { subject, issuedMs: nowMs, untilMs } } : {}),
  };
}
