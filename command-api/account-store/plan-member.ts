import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { loadBatch, NO_HEAD } from "#command-api/event-store/load.ts";
import { type Moves, planStream, type PlannedEvent } from "#command-api/event-store/plan.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type { StaffEvent } from "#kernel/contract/events/staff.ts";
import type { UserId } from "#kernel/contract/ids.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import { memberStream } from "#kernel/node/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import type { Member } from "./member.ts";

type MemberInput = Readonly<{ userId: UserId }>;

/** Decides on the person's own stream. Load it only after the person's rows are locked. */
export async function planMember<Command extends MemberInput, Code extends string>(
  client: PoolClient,
  { tenantId, commandId }: Pick<CommandContext, "tenantId" | "commandId">,
  {
    decider,
    command,
    moves,
  }: Readonly<{
    decider: Decider<Command, Member, StaffEvent, Code>;
    command: Command;
    moves?: Moves;
  }>,
): Promise<readonly PlannedEvent[] | Rejection<Code>> {
  const streamId = memberStream(command.userId);
  const [loaded] = await loadBatch(client, [{ tenantId, commandId, streams: [streamId] }]);
  const [head = NO_HEAD] = loaded?.heads ?? [];
  return planStream({ decider, streamId, head, command, ...(moves && { movesOf: () => moves }) });
}
