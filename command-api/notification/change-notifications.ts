import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { StreamId, type UserId } from "#kernel/contract/ids.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { type NotificationCommand, notifications } from "./notifications.ts";

const notificationsStream = (userId: UserId): StreamId =>
  StreamId.parse(derivedId(userId, "notifications"));

/** Changes the notifications of one person. */
export function changeNotifications(
  store: EventStore,
  context: CommandContext,
  command: NotificationCommand,
): Promise<Accepted | Rejection<"notification-not-found" | ShellRejectionCode>> {
  const streamId = notificationsStream(command.userId);
  return handleCommand<"notification-not-found">(store, context, {
    streams: [streamId],
    decide: ([head = NO_HEAD]) => planStream({ decider: notifications, streamId, head, command }),
  });
}
