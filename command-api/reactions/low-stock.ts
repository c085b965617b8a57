import * as z from "zod/mini";

import { sendLowStockDigest } from "#command-api/mail/low-stock-digest.ts";
import type { Notice } from "#command-api/notification/notifications.ts";
import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { CommandId, NotificationId, StreamId } from "#kernel/contract/ids.ts";
import { serverTexts, texts } from "#kernel/contract/texts.ts";
import { derivedId } from "#kernel/node/ids.ts";

import type { Job } from "./engine/job.ts";
import type { ThresholdOf, UnreadEvent } from "./engine/log.ts";
import { notify } from "./notify.ts";
import type { Reaction, ReactionPorts } from "./ports.ts";

/** Notifies everyone who can restock at once, and the owner by at most one email a day per product. */
export const lowStock: Reaction = {
  after: (event, thresholdOf) => {
    const productIds = runningLow(event, thresholdOf);
    return productIds.length > 0 ? { productIds } : undefined;
  },
  run: async (ports, job, attempt) => {
    const { tenantId, key, actorId } = job;
    const tenant = await readTenant(ports.mails.store, tenantId);
    if (!tenant?.alerts.lowStockAlerts) return;
    const products = await stillLow(ports, job, tenant.alerts.lowStockThreshold);
    if (products.length === 0) return;
    for (const userId of await ports.people.withRole(tenantId, RESTOCKING_ROLES)) {
      const notices = products.map((product) =>
        toNotice(derivedId(key, `${userId} ${product.id}`), product),
      );
      await notify(ports, job, { userId, notices });
    }
    if (!tenant.alerts.emailNotifications) return;
    const command = { tenantId, actorId, commandId: key, ...attempt };
    const sent = await sendLowStockDigest(ports.mails, command);
    if (typeof sent === "object" && !sent.isFinal) throw new Error(sent.failed);
  },
};

const RESTOCKING_ROLES = ["owner", "manager", "stock_keeper"] as const;

/** Products that had enough stock before this event and have too little after it. */
const runningLow = ({ tenantId, stock }: UnreadEvent, thresholdOf: ThresholdOf): string[] =>
  (stock ?? []).flatMap(([productId, delta, after]) => {
    const threshold = thresholdOf(tenantId, productId);
    return after < threshold && after - delta >= threshold ? [productId] : [];
  });

type LowProduct = Readonly<{ id: string; name: string; onHand: number; threshold: number }>;

/** A product's snapshot, read by shape because slices do not import each other. */
const Product = z.object({
  name: z.string(),
  status: z.string(),
  reorderPoint: z.optional(z.nullable(z.int())),
  tracksStock: z.optional(z.boolean()),
});

async function stillLow(
  { mails }: ReactionPorts,
  { tenantId, key, productIds = [] }: Job,
  defaultThreshold: number,
): Promise<readonly LowProduct[]> {
  const { heads } = await mails.store.load({
    tenantId,
    commandId: CommandId.parse(key),
    streams: productIds.map((id) => StreamId.parse(id)),
  });
  return productIds.flatMap((id, index) => {
    const product = Product.safeParse(heads[index]?.state).data;
    const onHand = heads[index]?.onHand ?? 0;
    const threshold = product?.reorderPoint ?? defaultThreshold;
    if (product?.status !== "active" || product.tracksStock === false) return [];
    if (onHand >= threshold) return [];
    return [{ id, name: product.name, onHand, threshold }];
  });
}

const toNotice = (id: string, { name, onHand, threshold }: LowProduct): Notice => ({
  notificationId: NotificationId.parse(id),
  type: "warning",
  title: serverTexts.lowStockTitle,
  message: serverTexts.lowStock(name, onHand, threshold),
  icon: "alert-triangle",
  action: texts.notifications.viewInventory,
});
