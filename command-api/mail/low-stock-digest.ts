import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { MailId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { deliver, type Delivered } from "./deliver.ts";
import { lowStockDigest } from "./letters/business.ts";
import { type MailPorts, pageOf } from "./mail-ports.ts";

type DigestCommand = Readonly<{
  tenantId: TenantId;
  actorId: UserId;
  /** The same id sends the same email about the same products. */
  commandId: string;
  attempt?: string;
  isLastAttempt?: boolean;
}>;

/**
 * One email to the owner about the products that run low and were in no digest for a day. Returns how many products
 * it covers, 0 when there is none, or why the email was not sent.
 */
export async function sendLowStockDigest(
  ports: MailPorts,
  command: DigestCommand,
): Promise<number | Exclude<Delivered, "accepted">> {
  const { tenantId, actorId, commandId, attempt = "at once", isLastAttempt = true } = command;
  const tenant = await readTenant(ports.store, tenantId);
  const owner = await ports.ownerOf(tenantId);
  if (!tenant || !owner) return 0;
  const mailId = MailId.parse(derivedId(commandId, "mail low-stock"));
  const { rules, alerts } = tenant;
  const products = await ports.lowStock.claim(tenantId, alerts.lowStockThreshold, mailId);
  if (products.length === 0) return 0;

  const delivered = await deliver(ports, {
    tenantId,
    mailId,
    kind: "low-stock",
    to: { address: owner.email, subjectId: owner.userId },
    letter: lowStockDigest(rules.name, products, pageOf(ports, "/app/inventory")),
    actorId,
    mailer: await ports.mailerOf(tenantId),
    attempt,
    isLastAttempt,
  });
  if (delivered === "accepted") return products.length;
  if (delivered === "refused" || delivered.isFinal) await ports.lowStock.release(tenantId, mailId);
  return delivered;
}
