import type { Notice } from "#command-api/notification/notifications.ts";
import { till, tillStream, toTillState } from "#command-api/till/till.ts";
import { VIEW_TILLS } from "#kernel/contract/api/notification.ts";
import { CommandId, NotificationId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { causeOf } from "./account-mail.ts";
import type { Job } from "./engine/job.ts";
import { afterEvents } from "./engine/reaction.ts";
import { notify } from "./notify.ts";
import type { Reaction, ReactionPorts } from "./ports.ts";

/** Notifies everyone who may approve a till that a cashier's device waits for it. */
export const tillWaiting: Reaction = {
  after: afterEvents("TillEnrolled"),
  run: async (ports, job) => {
    const name = await waitingTill(ports, job);
    if (name === undefined) return;
    const { tenantId, key } = job;
    for (const userId of await ports.people.withRole(tenantId, APPROVING_ROLES)) {
      await notify(ports, job, { userId, notices: [toNotice(derivedId(key, userId), name)] });
    }
  },
};

const APPROVING_ROLES = ["owner", "manager"] as const;

/** The name of the enrolled till, unless it was approved or removed in the meantime. */
async function waitingTill({ mails }: ReactionPorts, job: Job): Promise<string | undefined> {
  const { tenantId, key } = job;
  const event = await causeOf(mails, job);
  if (event?.type !== "TillEnrolled") return undefined;
  const { heads } = await mails.store.load({
    tenantId,
    commandId: CommandId.parse(key),
    streams: [tillStream(tenantId, event.data.till)],
  });
  const state = till.parseState(heads[0]?.state);
  const isWaiting = state.status === "enrolled" && toTillState(state) === "waiting";
  return isWaiting ? state.name : undefined;
}

const toNotice = (id: string, name: string): Notice => ({
  notificationId: NotificationId.parse(id),
  type: "info",
  title: "New Till",
  message: `${name} wants to sell as a till. An owner or manager has to approve it.`,
  icon: "info",
  action: VIEW_TILLS,
});
