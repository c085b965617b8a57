import type { SessionId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

import { confirmPassword, type Unconfirmed } from "./confirm-password.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { changeOwn, type Own } from "./own-account.ts";
import { endSessionOfUser, endSessionsOfUser } from "./session-rows.ts";

const reason = "ended-by-user";

/** One of the person's own, on whichever device. */
export const endOneSession = (
  accounts: AccountDoors,
  own: Own,
  sid: SessionId,
): Promise<Rejection<"session-not-found"> | undefined> => {
  const { tenantId, userId } = own.actor;
  return changeOwn(accounts, own, {
    command: { type: "EndSessions", userId, reason },
    work: async (client, nowMs) => {
      const isEnded = await endSessionOfUser(client, { tenantId, userId, sid, reason, nowMs });
      return isEnded ? undefined : reject("session-not-found");
    },
  });
};

/** All but the one that asks. */
export async function endOtherSessions(
  accounts: AccountDoors,
  own: Own,
  password: string,
): Promise<Unconfirmed | undefined> {
  const user = await confirmPassword(accounts, own.actor, password);
  if ("rejected" in user) return user;
  const { tenantId, userId, sid } = own.actor;
  return changeOwn<never>(accounts, own, {
    command: { type: "EndSessions", userId, reason },
    work: async (client, nowMs): Promise<undefined> => {
      await endSessionsOfUser(client, { tenantId, userId, except: sid, reason, nowMs });
    },
  });
}
