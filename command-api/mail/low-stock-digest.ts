import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { MailId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import { deliver, type Delivered } from "./deliver.ts";
import { lowStockDigest } from "./letters/business.ts";
import { type LowStock, type MailPorts, pageOf } from "./mail-ports.ts";

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

const DAY_MS = 86_400_000;

type Row = { product_id: string; name: string; on_hand: number; threshold: number };

/**
 * Over a pool of role cmd_writer. Reads the stock from the log and not from a read model, which
 * may lag.
 */
export const createLowStock = (pool: Pool, clock: Clock): LowStock => ({
  claim: async (tenantId, threshold, alert) => {
    const { rows } = await pool.query<Row>("select * from es.low_stock($1, $2)", [
      tenantId,
      threshold,
    ]);
    const claimed = await pool.query<{ id: string }>(
      "select es.claim_low_stock($1, $2, $3, $4, $5) as id",
      [tenantId, rows.map((row) => row.product_id), alert, clock(), clock() - DAY_MS],
    );
    const claimedIds = new Set(claimed.rows.map(({ id }) => id));
    return rows.flatMap(({ product_id: productId, name, on_hand: onHand, threshold: bound }) =>
      claimedIds.has(productId) ? [{ productId, name, onHand, threshold: bound }] : [],
    );
  },
  release: async (tenantId, alert) => {
    await pool.query("select es.release_low_stock($1, $2)", [tenantId, alert]);
  },
});
