import { invitationPath } from "#command-api/mail-link.ts";
import { invitation as invitationLetter } from "#command-api/mail/letters/account.ts";
import { businessNameOf, pageOf } from "#command-api/mail/mail-ports.ts";

import { causeOf, sendAccountMail } from "./account-mail.ts";
import { afterEvents } from "./engine/reaction.ts";
import type { Reaction } from "./ports.ts";

export const invitation: Reaction = {
  after: afterEvents("StaffInvited", "InvitationResent"),
  run: async ({ mails, people, links }, job, attempt) => {
    const event = await causeOf(mails, job);
    if (event?.type !== "StaffInvited" && event?.type !== "InvitationResent") return;
    const page = pageOf(mails, invitationPath(links, job.tenantId, event.commandId));
    await sendAccountMail(mails, [job, attempt], {
      kind: "invitation",
      to: await people.find(job.tenantId, event.data.userId),
      letter: invitationLetter(await businessNameOf(mails, job.tenantId), page),
    });
  },
};
