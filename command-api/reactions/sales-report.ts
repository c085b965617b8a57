import { deliver } from "#command-api/mail/deliver.ts";
import {
  type SalesFigures,
  salesReport,
  type SignedLog,
} from "#command-api/mail/letters/business.ts";
import { type MailPorts, pageOf } from "#command-api/mail/mail-ports.ts";
import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { ReportFrequency } from "#kernel/contract/choices.ts";
import { MailId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

type Report = Readonly<{
  tenantId: TenantId;
  actorId: UserId;
  key: string;
  period: Readonly<{ frequency: string; from: string; to: string }>;
  figures: readonly SalesFigures[];
  signed: Omit<SignedLog, "page"> | undefined;
  attempt: string;
  isLastAttempt: boolean;
}>;

/** To the owner, unless they have turned it off since it was due. Throws while it may still be taken. */
export async function sendSalesReport(ports: MailPorts, report: Report): Promise<void> {
  const { tenantId, key, period, figures, signed, ...rest } = report;
  const known = await readTenant(ports.store, tenantId);
  const owner = await ports.ownerOf(tenantId);
  if (!known?.alerts.emailNotifications || !known.alerts.salesReports || !owner) return;
  const frequency = ReportFrequency.parse(period.frequency);
  const page = pageOf(ports, "/app/reports");
  const delivered = await deliver(ports, {
    ...rest,
    tenantId,
    mailId: MailId.parse(derivedId(key, "mail sales-report")),
    kind: "sales-report",
    to: { address: owner.email, subjectId: owner.userId },
    letter: salesReport(
      known.shop.name,
      { ...period, frequency },
      {
        figures,
        page,
        signed: signed && { ...signed, page: pageOf(ports, `/checkpoints/${tenantId}`) },
      },
    ),
    mailer: await ports.mailerOf(tenantId),
  });
  if (typeof delivered === "object" && !delivered.isFinal) throw new Error(delivered.failed);
}
