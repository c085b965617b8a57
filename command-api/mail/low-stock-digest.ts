import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { MailId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { deliver, type Delivered } from "./deliver.ts";
import { lowStockDigest } from "./letters/business.ts";
import { type MailPorts, pageOf } from "./mail-ports.ts";

type Wanted = Readonly<{
  tenantId: TenantId;
  actorId: UserId;
  /** What the digest follows from: the same again is the same mail about the same products. */
  commandId: string;
  attempt?: string;
  isLastAttempt?: boolean;
}>;

/**
 * One mail to the owner about what runs low and was not told of for a day. The number of products it covers, 0
 * where there is nothing to tell; or what became of the mail.
 */
export async function sendLowStockDigest(
  ports: MailPorts,
  wanted: Wanted,
): Promise<number | Exclude<Delivered, "accepted">> {
  const { tenantId, actorId, commandId, attempt = "at once", isLastAttempt = true } = wanted;
  const known = await readTenant(ports.store, tenantId);
  const owner = await ports.ownerOf(tenantId);
  if (!known || !owner) return 0;
  const mailId = MailId.parse(derivedId(commandId, "mail low-stock"));
  const { shop, alerts } = known;
  const products = await ports.lowStock.claim(tenantId, alerts.lowStockThreshold, mailId);
  if (products.length === 0) return 0;

  const delivered = await deliver(ports, {
    tenantId,
    mailId,
    kind: "low-stock",
    to: { address: owner.email, subjectId: owner.userId },
    letter: lowStockDigest(shop.name, products, pageOf(ports, "/app/inventory")),
    actorId,
    mailer: await ports.mailerOf(tenantId),
    attempt,
    isLastAttempt,
  });
  if (delivered === "accepted") return products.length;
  if (delivered === "refused" || delivered.isFinal) await ports.lowStock.release(tenantId, mailId);
  return delivered;
}
