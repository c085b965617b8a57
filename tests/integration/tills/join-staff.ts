import { expect } from "vitest";

import { member, type MemberCommand } from "#command-api/account-store/member.ts";
import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream, toAppendEvent } from "#command-api/event-store/plan.ts";
import { CommandId, SYSTEM_ID, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { memberStream, newId } from "#kernel/node/ids.ts";

/** Puts someone on the staff, as the log has it. */
export async function joinStaff(
  { append }: EventStore,
  tenantId: TenantId,
  command: Extract<MemberCommand, { type: "JoinStaff" }>,
): Promise<void> {
  const streamId = memberStream(command.userId);
  const planned = planStream({ decider: member, streamId, head: NO_HEAD, command });
  if (isRejection(planned)) throw new Error(planned.rejected);
  const outcome = await append({
    tenantId,
    commandId: CommandId.parse(newId()),
    requestHash: Buffer.alloc(32),
    actorId: SYSTEM_ID,
    meta: '{"source":"system"}',
    events: planned.map((event) => toAppendEvent(event, Date.now())),
  });
  expect(outcome.outcome).toBe("ok");
}
