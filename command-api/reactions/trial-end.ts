import { handleCommand } from "#command-api/event-store/handle-command.ts";
import { systemContext } from "#command-api/event-store/system-context.ts";
import { trialEnded as trialEndedLetter } from "#command-api/mail/letters/account.ts";
import { businessNameOf, pageOf } from "#command-api/mail/mail-ports.ts";
import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import type { TenantId } from "#kernel/contract/ids.ts";

import { sendAccountMail } from "./account-mail.ts";
import { afterEvents } from "./engine/reaction.ts";
import type { Reaction } from "./ports.ts";

type TrialRow = { tenant_id: TenantId; trial_until: string };

/** On the day after the trial: records its end. The email follows from that event. */
export const trialEnd: Reaction = {
  due: async (client, nowMs) => {
    const { rows } = await client.query<TrialRow>(
      `select tenant_id, trial_until::text from rm.ended_trials($1)`,
      [nowMs],
    );
    return rows.map((row) => ({ tenantId: row.tenant_id, occasion: row.trial_until }));
  },
  run: async ({ mails }, { tenantId, actorId, key }) => {
    const tenant = await readTenant(mails.store, tenantId);
    if (!tenant) return;
    const { plan } = tenant.rules;
    const what = "end the trial";
    const context = systemContext({ tenantId, actorId, about: key, what, nowMs: mails.clock() });
    await handleCommand<never>(mails.store, context, {
      streams: [tenantId],
      decide: ([head]) => [
        {
          streamId: tenantId,
          streamType: "tenant",
          expected: head?.version ?? 0,
          event: { type: "TrialEnded", data: { tenantId, plan } },
        },
      ],
    });
  },
};

export const trialEnded: Reaction = {
  after: afterEvents("TrialEnded"),
  run: async ({ mails, people }, job, attempt) => {
    const business = await businessNameOf(mails, job.tenantId);
    await sendAccountMail(mails, [job, attempt], {
      kind: "trial-end",
      to: await people.ownerOf(job.tenantId),
      letter: trialEndedLetter(business, pageOf(mails, "/app/settings")),
    });
  },
};
