import {
  passwordChanged as passwordChangedLetter,
  passwordReset as passwordResetLetter,
} from "#command-api/mail/letters/account.ts";
import { pageOf } from "#command-api/mail/mail-ports.ts";

import { causeOf, sendAccountMail } from "./account-mail.ts";
import { afterEvents } from "./engine/reaction.ts";
import type { Reaction } from "./ports.ts";

export const passwordReset: Reaction = {
  after: afterEvents("PasswordResetRequested"),
  run: async ({ mails, people, links }, job, attempt) => {
    const event = await causeOf(mails, job);
    if (event?.type !== "PasswordResetRequested") return;
    const token = links.tokenFor("password-reset", job.tenantId, event.commandId);
    await sendAccountMail(mails, [job, attempt], {
      kind: "password-reset",
      to: await people.find(job.tenantId, event.data.userId),
      letter: passwordResetLetter(pageOf(mails, `/auth/reset-password?token=${token}`)),
    });
  },
};

export const passwordChanged: Reaction = {
  after: afterEvents("PasswordChanged"),
  run: async ({ mails, people }, job, attempt) => {
    const event = await causeOf(mails, job);
    if (event?.type !== "PasswordChanged") return;
    await sendAccountMail(mails, [job, attempt], {
      kind: "password-changed",
      to: await people.find(job.tenantId, event.data.userId),
      letter: passwordChangedLetter(pageOf(mails, "/auth/forgot-password")),
    });
  },
};
