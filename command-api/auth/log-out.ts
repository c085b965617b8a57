import { CommandId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/platform/ids.ts";
import type { Actor } from "#kernel/platform/session.ts";

import { type Accounts, inAccountTransaction, isRefusedAs } from "./account-transaction.ts";
import { noteMember } from "./member-log.ts";
import { endSession } from "./session-rows.ts";
import { type Caller, metaOf } from "./signed-in.ts";

/** Ends the session that asks, or whose place another one took. Every service hears of it within a second. */
export async function logOut(
  accounts: Accounts,
  { tenantId, userId, sid }: Pick<Actor, "tenantId" | "userId" | "sid">,
  caller: Caller,
  reason: "signed-out" | "signed-in-again" = "signed-out",
): Promise<void> {
  const nowMs = accounts.clock();
  const commandId = CommandId.parse(newId(nowMs));
  try {
    await inAccountTransaction(accounts, tenantId, async (client) => {
      if (!(await endSession(client, { tenantId, sid, reason, nowMs }))) return;
      await noteMember(accounts, client, {
        tenantId,
        commandId,
        command: { type: "EndSessions", userId, reason },
        meta: metaOf(caller, sid),
        nowMs,
      });
    });
  } catch (error) {
    // The suspension that came in between has ended it.
    if (!isRefusedAs(error, "tenant-suspended")) throw error;
  }
  accounts.onAppended?.(new Set([tenantId]));
}
