import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";

import {
  type ChangeTill,
  type RevokeTill,
  till,
  type TillRejectionCode,
  tillStream,
} from "./till.ts";

/** Changes or revokes the till with this number. */
export function changeTill(
  store: EventStore,
  context: CommandContext,
  number: number,
  command: ChangeTill | RevokeTill,
): Promise<Accepted | Rejection<TillRejectionCode | ShellRejectionCode>> {
  const streamId = tillStream(context.tenantId, number);
  return handleCommand<TillRejectionCode>(store, context, {
    streams: [streamId],
    decide: ([head = NO_HEAD]) => planStream({ decider: till, streamId, head, command }),
  });
}
