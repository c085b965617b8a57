import { type Head, loadBatch } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { requestHash } from "#command-api/event-store/request-hash.ts";
import { type CommandId, StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";

import { type Accounts, appendAll, NO_HEAD, toEvents } from "./account-transaction.ts";
import { member, type MemberCommand, memberStream } from "./member.ts";

type Note = Readonly<{
  tenantId: TenantId;
  commandId: CommandId;
  command: MemberCommand;
  meta: string;
  nowMs: number;
  /** Stands in a suspended tenant's log too. */
  platform?: boolean;
}>;

/** Appends what happened to a person, within the caller's transaction; gives the head of the shop's stream. */
export async function noteMember(
  { hashKey }: Accounts,
  client: PoolClient,
  { tenantId, commandId, command, meta, nowMs, platform = false }: Note,
): Promise<Head> {
  const { userId } = command;
  const streamId = memberStream(userId);
  const streams = [streamId, StreamId.parse(tenantId)];
  const [loaded] = await loadBatch(client, [{ tenantId, commandId, streams }]);
  const [head = NO_HEAD, shop = NO_HEAD] = loaded?.heads ?? [];

  const planned = planStream({ decider: member, streamId, head, command });
  if ("rejected" in planned) throw new InvariantError(`${command.type} was refused`);
  const identity = { actorId: userId, method: command.type, path: "", body: command };
  await appendAll(client, [
    {
      tenantId,
      commandId,
      requestHash: requestHash(hashKey, identity),
      actorId: userId,
      meta,
      platform,
      events: toEvents(planned, nowMs),
    },
  ]);
  return shop;
}
