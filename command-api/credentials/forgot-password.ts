import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import type { Caller } from "#command-api/account-store/caller.ts";
import { overLimit, type TooManyAttempts } from "#command-api/account-store/limits.ts";
import { changeOwnAccount } from "#command-api/account-store/own-account.ts";
import { findAccount, candidateOf } from "#command-api/account-store/tables/accounts.ts";
import { addLink, countLinks } from "#command-api/account-store/tables/links.ts";
import { lockUserRow } from "#command-api/account-store/tables/users.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

const HOUR_MS = 3_600_000;
const LINKS_AN_HOUR = 5;

/**
 * Requests an email with a reset link if the account exists. The result reveals neither that nor
 * whether the key was used before: the caller sends the same answer in the same time.
 */
export async function forgotPassword(
  accounts: AccountDeps,
  anonymous: CommandContext,
  email: string,
  { sender }: Pick<Caller, "sender">,
): Promise<TooManyAttempts | undefined> {
  const tooMany = await overLimit(accounts.passwordLimits.resetMailsPerAddress, sender);
  if (tooMany) return tooMany;
  const account = await findAccount(accounts.pool, email);
  const candidate = account && candidateOf(account, account.kind);
  if (!candidate) return undefined;

  const { userId } = candidate.account;
  const context = { ...anonymous, tenantId: candidate.tenantId, actorId: userId };
  await changeOwnAccount(accounts, context, {
    command: { type: "RequestPasswordReset", userId },
    work: (client) => addResetLink(accounts, client, context),
  });
  return undefined;
}

async function addResetLink(
  { mailLinks }: AccountDeps,
  client: PoolClient,
  { tenantId, actorId: userId, commandId, occurredMs: nowMs }: CommandContext,
): Promise<Rejection<"enough-links"> | undefined> {
  const kind = "password-reset" as const;
  // The lock keeps the count of links exact.
  if (!(await lockUserRow(client, userId))) return reject("enough-links");
  const sent = await countLinks(client, { kind, tenantId, userId }, nowMs - HOUR_MS);
  if (sent >= LINKS_AN_HOUR) return reject("enough-links");
  const token = mailLinks.tokenFor(kind, tenantId, commandId);
  await addLink(client, { kind, tenantId, userId, commandId, token }, nowMs);
  return undefined;
}
