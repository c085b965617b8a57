import { planMember } from "#command-api/account-store/plan-member.ts";
import type { CounterLine } from "#command-api/event-store/append.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { PlannedEvent } from "#command-api/event-store/plan.ts";
import { localDate, type TenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import { PLANS, TRIAL_PLAN } from "#kernel/contract/plans.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { staff, type StaffCommand } from "./staff.ts";

/** Counts all users but one: the owner who registered the tenant was never counted. */
const COUNTER = "staff";

/** Invited people count already, so that accepting never exceeds the plan. */
export function oneMoreUser(
  { plan, trialUntil, timezone }: TenantRules,
  nowMs: number,
): CounterLine {
  const isTrial = localDate(nowMs, timezone) <= trialUntil;
  return { name: COUNTER, delta: 1, max: PLANS[isTrial ? TRIAL_PLAN : plan].users - 1 };
}

export const ONE_LESS_USER: CounterLine = { name: COUNTER, delta: -1 };

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
