import type { CounterLine } from "#command-api/event-store/append.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { loadBatch } from "#command-api/event-store/load.ts";
import { planStream, type PlannedEvent } from "#command-api/event-store/plan.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";

import { NO_HEAD } from "./account-transaction.ts";
import { memberStream } from "./member.ts";
import { staff, type StaffCommand } from "./staff.ts";

/** Decides about a person by their own stream, which is known only when the rows have said who it is. */
export async function planMember(
  client: PoolClient,
  { tenantId, commandId }: CommandContext,
  command: StaffCommand,
  counter?: CounterLine,
): Promise<readonly PlannedEvent[] | Rejection<"staff-not-found">> {
  const streamId = memberStream(command.userId);
  const [loaded] = await loadBatch(client, [{ tenantId, commandId, streams: [streamId] }]);
  const [head = NO_HEAD] = loaded?.heads ?? [];
  const moves = counter && { movesOf: () => ({ counters: [counter] }) };
  return planStream({ decider: staff, streamId, head, command, ...moves });
}
