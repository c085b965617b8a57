import { requestHash } from "#command-api/http/request-hash.ts";
import type { CommandId, TenantId } from "#kernel/contract/ids.ts";
import { invariant, isRejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { type Accounts, appendAll, toEvents } from "./account-transaction.ts";
import { member, type MemberCommand } from "./member.ts";
import { planMember } from "./plan-member.ts";

type MemberEventInput = Readonly<{
  tenantId: TenantId;
  commandId: CommandId;
  command: MemberCommand;
  meta: string;
  nowMs: number;
  /** Also append to the log of a suspended tenant. */
  allowSuspended?: boolean;
}>;

/** Appends what happened to a person at sign-in, within the caller's transaction. */
export async function recordMemberEvent(
  { hashKey }: Accounts,
  client: PoolClient,
  { tenantId, commandId, command, meta, nowMs, allowSuspended = false }: MemberEventInput,
): Promise<void> {
  const { userId } = command;
  const planned = await planMember(client, { tenantId, commandId }, { decider: member, command });
  invariant(!isRejection(planned), `${command.type} was refused`);
  const identity = { actorId: userId, method: command.type, path: "", body: command };
  await appendAll(client, [
    {
      tenantId,
      commandId,
      requestHash: requestHash(hashKey, identity),
      actorId: userId,
      meta,
      platform: allowSuspended,
      events: toEvents(planned, nowMs),
    },
  ]);
}
