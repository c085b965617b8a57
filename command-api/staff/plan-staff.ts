import { planMember } from "#command-api/account-store/plan-member.ts";
import type { CounterLine } from "#command-api/event-store/append.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { PlannedEvent } from "#command-api/event-store/plan.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/node/postgres.ts";

import { staff, type StaffCommand } from "./staff.ts";

export const planStaff = (
  client: PoolClient,
  context: CommandContext,
  command: StaffCommand,
  counter?: CounterLine,
): Promise<readonly PlannedEvent[] | Rejection<"staff-not-found">> =>
  planMember(client, context, {
    decider: staff,
    command,
    ...(counter && { moves: { counters: [counter] } }),
  });
