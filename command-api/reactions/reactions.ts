import type { MailLinks } from "#command-api/mail-link.ts";
import type { SalesFigures, SignedLog } from "#command-api/mail/letters/business.ts";
import type { MailPorts } from "#command-api/mail/mail-ports.ts";
import type { TenantId } from "#kernel/contract/ids.ts";

import { endTrial, reactToAccount } from "./account-mail.ts";
import type { Work } from "./engine/job.ts";
import { reactToLowStock } from "./low-stock.ts";
import type { People } from "./people.ts";
import { sendSalesReport } from "./sales-report.ts";

export type ReactionPorts = Readonly<{
  mails: MailPorts;
  people: People;
  links: MailLinks;
  /** Of a shop that is no more: its keys to others' servers. */
  forgetProviders: (tenantId: TenantId) => Promise<void>;
  figuresOf: (tenantId: TenantId, from: string, to: string) => Promise<readonly SalesFigures[]>;
  /** What was signed last of a shop's log; nothing where none of it is. */
  latestNote: (tenantId: TenantId) => Promise<Omit<SignedLog, "page"> | undefined>;
  /** Ends an account whose time of grace is over; does nothing where it was called back. */
  deleteTenant?: ((tenantId: TenantId) => Promise<void>) | undefined;
}>;

/** What is done for each kind of job, by the slices that know how. */
export const createReactions =
  (ports: ReactionPorts): Work =>
  async (job, on) => {
    switch (job.kind) {
      case "password-reset":
      case "password-changed":
      case "invitation":
      case "trial-ended":
      case "deletion-requested":
        return reactToAccount(ports, job, on);
      case "trial-end":
        return endTrial(ports, job);
      case "account-deletion":
        return ports.deleteTenant?.(job.tenantId);
      case "account-deleted":
        return ports.forgetProviders(job.tenantId);
      case "low-stock":
        return reactToLowStock(ports, job, on);
      case "sales-report":
        return report(ports, job, on);
    }
  };

async function report(...[ports, job, on]: [ReactionPorts, ...Parameters<Work>]): Promise<void> {
  const { tenantId, period, actorId, key } = job;
  if (!period) return;
  const figures = await ports.figuresOf(tenantId, period.from, period.to);
  const signed = await ports.latestNote(tenantId);
  await sendSalesReport(ports.mails, { tenantId, actorId, key, period, figures, signed, ...on });
}
