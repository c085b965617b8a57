import { approval } from "#command-api/approval/approval.ts";
import type { Notice } from "#command-api/notification/notifications.ts";
import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { ANSWER_APPROVAL, APPROVED_TITLE } from "#kernel/contract/api/notification.ts";
import { actsText } from "#kernel/contract/events/approval.ts";
import { CommandId, NotificationId, StreamId } from "#kernel/contract/ids.ts";
import { type Currency, formatMoney } from "#kernel/contract/money.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { causeOf } from "./account-mail.ts";
import type { Job } from "./engine/job.ts";
import { afterEvents } from "./engine/reaction.ts";
import { notify } from "./notify.ts";
import type { Reaction, ReactionPorts } from "./ports.ts";

/** Asks the approver, unless they entered their PIN at the till or answered in the meantime. */
export const approvalRequested: Reaction = {
  after: afterEvents("ApprovalRequested"),
  run: async (ports, job) => {
    const event = await causeOf(ports.mails, job);
    if (event?.type !== "ApprovalRequested") return;
    const { approvalId, by, amountMinor, item } = event.data;
    if (!(await isWaiting(ports, job, approvalId))) return;
    const currency = await currencyOf(ports, job);
    const price =
      item &&
      `${item.name} at ${formatMoney(item.priceMinor, currency)} instead of ${formatMoney(item.listPriceMinor, currency)}`;
    const also = price && event.data.oversell ? `, and ${actsText({ what: "oversell" })}` : "";
    const asked = `${price ?? actsText(event.data, amountText(amountMinor, currency))}${also}`;
    await notify(ports, job, {
      userId: by,
      notices: [
        {
          // The screen finds the approval by the id of its notification.
          notificationId: NotificationId.parse(approvalId),
          type: "warning",
          title: "Approval Needed",
          message: `Someone at a till asks you to approve: ${asked}.`,
          icon: "alert-triangle",
          action: ANSWER_APPROVAL,
        },
      ],
    });
  },
};

/** "You approved this?" after an approval without a network. */
export const approvalClaimed: Reaction = {
  after: afterEvents("ApprovalClaimed"),
  run: async (ports, job) => {
    const event = await causeOf(ports.mails, job);
    if (event?.type !== "ApprovalClaimed") return;
    const { approvalId, by, amountMinor } = event.data;
    const amount = amountText(amountMinor, await currencyOf(ports, job));
    await notify(ports, job, {
      userId: by,
      notices: [
        {
          notificationId: NotificationId.parse(approvalId),
          type: "info",
          title: APPROVED_TITLE,
          message: `Your PIN approved ${actsText(event.data, amount)} at a till that had no network.`,
          icon: "info",
          action: ANSWER_APPROVAL,
        },
      ],
    });
  },
};

/** Every owner learns that a person denies an approval under their name. */
export const approvalDenied: Reaction = {
  after: afterEvents("ApprovalAnswered"),
  run: async (ports, job) => {
    const event = await causeOf(ports.mails, job);
    if (event?.type !== "ApprovalAnswered" || event.data.mine) return;
    for (const userId of await ports.people.withRole(job.tenantId, ["owner"])) {
      await notify(ports, job, {
        userId,
        notices: [deniedNotice(derivedId(job.key, userId), event.data)],
      });
    }
  },
};

const deniedNotice = (id: string, acts: Parameters<typeof actsText>[0]): Notice => ({
  notificationId: NotificationId.parse(id),
  type: "error",
  title: "Approval Denied",
  message: `A person says that they did not approve ${actsText(acts)} at a till under their name. The activity log shows who sold. That person should set a new PIN.`,
  icon: "alert-circle",
});

const amountText = (amountMinor: number | undefined, currency: Currency): string =>
  amountMinor === undefined ? "" : ` (${formatMoney(amountMinor, currency)})`;

async function currencyOf({ mails }: ReactionPorts, { tenantId }: Job): Promise<Currency> {
  const tenant = await readTenant(mails.store, tenantId);
  return tenant?.rules.currency ?? "GHS";
}

async function isWaiting(
  { mails }: ReactionPorts,
  { tenantId, key }: Job,
  approvalId: string,
): Promise<boolean> {
  const { heads } = await mails.store.load({
    tenantId,
    commandId: CommandId.parse(key),
    streams: [StreamId.parse(approvalId)],
  });
  return approval.parseState(heads[0]?.state).status === "waiting";
}
