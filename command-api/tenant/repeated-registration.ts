import { doneBefore } from "#command-api/account-store/account-command.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import { findAccount } from "#command-api/account-store/tables/accounts.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { ownerSession, type SignedInSession } from "#command-api/sign-in/signed-in.ts";
import type { RegisterRequest } from "#kernel/contract/api/auth.ts";
import { SessionId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";

/**
 * The first answer to a key that was used before, down to the same token: it is the same session. The key
 * alone does not open it: the password has to be right again. `context` is the platform's.
 */
export async function repeatedRegistration(
  accounts: Accounts,
  context: CommandContext,
  body: RegisterRequest,
): Promise<SignedInSession | Rejection<"key-reused" | "unavailable"> | undefined> {
  const before = await doneBefore(accounts, context);
  if (!before || isRejection(before)) return before;
  const registered = before.events.find((event) => event.type === "TenantRegistered");
  if (!registered) return reject("key-reused");

  const account = await findAccount(accounts.pool, body.email);
  const isRight = await accounts.passwords.isRight(body.password, account?.passwordHash);
  if (typeof isRight === "object") return isRight;
  const own = await doneBefore(accounts, { ...context, tenantId: registered.data.tenantId });
  if (!isRight || !own || isRejection(own)) return reject("key-reused");
  const signedIn = own.events.find((event) => event.type === "SignedIn");
  if (!signedIn) return reject("key-reused");
  return ownerSession({
    business: registered.data,
    body,
    sid: SessionId.parse(signedIn.data.sid),
    issuedMs: signedIn.occurredMs,
  });
}
