import { deliver } from "#command-api/mail/deliver.ts";
import { registrationLetter, registrationText } from "#command-api/mail/letters/business.ts";
import { pageOf } from "#command-api/mail/mail-ports.ts";
import type { Notice } from "#command-api/notification/notifications.ts";
import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { VIEW_TAX } from "#kernel/contract/api/notification.ts";
import { MailId, NotificationId, type TenantId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { notify } from "./notify.ts";
import type { Reaction } from "./ports.ts";

type NearRow = { tenant_id: TenantId; step: number };

/** Each step is an occasion, so it comes once. After the second step the first one does not come. */
const NEAR = `
  select n.tenant_id, n.step from rm.near_registration($1) n
   where not exists (select from es.occasions o
                      where o.tenant_id = n.tenant_id and o.kind = 'tax-threshold' and o.period in (n.step::text, '100'))`;

/** Notifies the owner of a shop that is not registered when its sales near the amount that asks for it. */
export const taxThreshold: Reaction = {
  due: async (client, nowMs) => {
    const { rows } = await client.query<NearRow>(NEAR, [nowMs]);
    return rows.map(({ tenant_id: tenantId, step }) => ({ tenantId, occasion: `${step}`, step }));
  },
  run: async (ports, { step = 100, ...job }, attempt) => {
    const { mails, people } = ports;
    const { tenantId, actorId, key } = job;
    for (const userId of await people.withRole(tenantId, ["owner"])) {
      await notify(ports, job, { userId, notices: [toNotice(derivedId(key, userId), step)] });
    }
    const tenant = await readTenant(mails.store, tenantId);
    const owner = await mails.ownerOf(tenantId);
    if (!tenant?.alerts.emailNotifications || !owner) return;
    const page = pageOf(mails, "/app/settings?tab=business");
    const delivered = await deliver(mails, {
      tenantId,
      actorId,
      ...attempt,
      mailId: MailId.parse(derivedId(key, "mail tax-threshold")),
      kind: "tax-threshold",
      to: { address: owner.email, subjectId: owner.userId },
      letter: registrationLetter(tenant.rules.name, step, page),
      mailer: await mails.mailerOf(tenantId),
    });
    if (typeof delivered === "object" && !delivered.isFinal) throw new Error(delivered.failed);
  },
};

const toNotice = (id: string, step: number): Notice => ({
  notificationId: NotificationId.parse(id),
  type: "warning",
  ...registrationText(step),
  icon: "alert-triangle",
  action: VIEW_TAX,
});
