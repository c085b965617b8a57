import { systemContext } from "#command-api/event-store/system-context.ts";
import { changeNotifications } from "#command-api/notification/change-notifications.ts";
import type { Notice } from "#command-api/notification/notifications.ts";
import type { UserId } from "#kernel/contract/ids.ts";
import { InvariantError, isRejection } from "#kernel/contract/rejection.ts";

import type { Job } from "./engine/job.ts";
import type { ReactionPorts } from "./ports.ts";

/** Raises the notices of a job for one person, once however often the job runs. */
export async function notify(
  { mails }: ReactionPorts,
  { tenantId, key }: Job,
  { userId, notices }: Readonly<{ userId: UserId; notices: readonly Notice[] }>,
): Promise<void> {
  const context = systemContext({
    tenantId,
    actorId: userId,
    about: key,
    // Part of the command's id: changing it would repeat notifications that were sent.
    what: `tell ${userId}`,
    nowMs: mails.clock(),
  });
  const command = { type: "RaiseNotifications", userId, notices } as const;
  const outcome = await changeNotifications(mails.store, context, command);
  // A tenant that was suspended in the meantime takes no commands.
  if (!isRejection(outcome) || outcome.rejected === "not-signed-in") return;
  if (outcome.rejected === "concurrent-change") {
    throw new Error("notification stream changed concurrently");
  }
  throw new InvariantError(`a notification was refused: ${outcome.rejected}`);
}
