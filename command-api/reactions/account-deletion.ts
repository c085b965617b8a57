import { deletionRequested as deletionRequestedLetter } from "#command-api/mail/letters/account.ts";
import { pageOf } from "#command-api/mail/mail-ports.ts";
import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { localDate } from "#command-api/tenant-rules/tenant-rules.ts";

import { causeOf, sendAccountMail } from "./account-mail.ts";
import { afterEvents } from "./engine/reaction.ts";
import type { Reaction } from "./ports.ts";

/** Tells the owner until when the deletion can be cancelled. */
export const deletionRequested: Reaction = {
  after: afterEvents("AccountDeletionRequested"),
  run: async ({ mails, people }, job, attempt) => {
    const event = await causeOf(mails, job);
    if (event?.type !== "AccountDeletionRequested") return;
    const rules = (await readTenant(mails.store, job.tenantId))?.rules;
    const until = localDate(event.data.until, rules?.timezone ?? "UTC");
    const settings = pageOf(mails, "/app/settings");
    await sendAccountMail(mails, [job, attempt], {
      kind: "account-deletion",
      to: await people.ownerOf(job.tenantId),
      letter: deletionRequestedLetter(rules?.name ?? "your business", until, settings),
    });
  },
};

/** Runs when the grace period is over. */
export const accountDeletion: Reaction = {
  after: ({ type, untilMs }) => {
    if (type !== "AccountDeletionRequested") return undefined;
    return untilMs === null ? {} : { startAfterMs: untilMs };
  },
  run: async ({ deleteTenant }, { tenantId }) => deleteTenant?.(tenantId),
};

export const accountDeleted: Reaction = {
  after: afterEvents("AccountDeleted"),
  run: async ({ forgetProviders }, { tenantId }) => forgetProviders(tenantId),
};
