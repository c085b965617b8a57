import { CommandId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/platform/ids.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";
import type { Actor } from "#kernel/platform/session.ts";

import { findAccount } from "./account-rows.ts";
import { candidateOf } from "./candidate.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { addLink, countLinks } from "./link-tokens.ts";
import { changeOwn } from "./own-account.ts";
import type { Caller, TooManyTries } from "./signed-in.ts";
import { holdUser } from "./user-rows.ts";

const HOUR_MS = 3_600_000;
const LINKS_AN_HOUR = 5;

/**
 * Asks for a mail with a link, where there is such an account. Says nothing about it: the caller answers the
 * same, and in the same time.
 */
export async function forgotPassword(
  accounts: AccountDoors,
  email: string,
  caller: Caller,
): Promise<TooManyTries | undefined> {
  const { allowed, retryAfterMs } = await accounts.passwordLimits.resetMailsPerAddress.consume(
    caller.sender,
  );
  if (!allowed) return { rejected: "too-many-requests", retryAfterMs };
  const account = await findAccount(accounts.pool, email);
  const candidate = account && candidateOf(account, account.kind);
  if (!candidate) return undefined;

  const actor = { tenantId: candidate.tenantId, userId: candidate.account.userId };
  const commandId = CommandId.parse(newId(accounts.clock()));
  await changeOwn(
    accounts,
    { actor, caller },
    {
      command: { type: "RequestPasswordReset", userId: actor.userId },
      commandId,
      work: (client, nowMs) => addResetLink(accounts, client, { ...actor, commandId, nowMs }),
    },
  );
  return undefined;
}

type Asked = Pick<Actor, "tenantId" | "userId"> & Readonly<{ commandId: CommandId; nowMs: number }>;

async function addResetLink(
  { mailLinks }: AccountDoors,
  client: PoolClient,
  { tenantId, userId, commandId, nowMs }: Asked,
): Promise<Rejection<"enough-links"> | undefined> {
  const kind = "password-reset" as const;
  // One at a time, so that the count is right.
  if (!(await holdUser(client, userId))) return reject("enough-links");
  const sent = await countLinks(client, { kind, tenantId, userId }, nowMs - HOUR_MS);
  if (sent >= LINKS_AN_HOUR) return reject("enough-links");
  const token = mailLinks.tokenFor(kind, tenantId, commandId);
  await addLink(client, { kind, tenantId, userId, commandId, token }, nowMs);
  return undefined;
}
