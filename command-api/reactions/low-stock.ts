import * as z from "zod/mini";

import { systemContext } from "#command-api/event-store/system-context.ts";
import { sendLowStockDigest } from "#command-api/mail/low-stock-digest.ts";
import { lowStockNotice } from "#command-api/notification/canned.ts";
import { changeNotifications } from "#command-api/notification/change-notifications.ts";
import type { Notice } from "#command-api/notification/notifications.ts";
import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { CommandId, StreamId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { InvariantError, isRejection } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";

import type { Job, Try } from "./engine/job.ts";
import type { ReactionPorts } from "./reactions.ts";

/** Who is told that stock runs low: whoever may do something about it. */
const KEEPERS = ["owner", "manager", "stock_keeper"] as const;

const Product = z.object({
  name: z.string(),
  status: z.string(),
  reorderPoint: z.optional(z.nullable(z.int())),
});

/** Tells the people of the shop at once, and its owner by one mail that is not repeated for a day. */
export async function reactToLowStock(ports: ReactionPorts, job: Job, on: Try): Promise<void> {
  const { tenantId, key, actorId } = job;
  const known = await readTenant(ports.mails.store, tenantId);
  if (!known?.alerts.lowStockAlerts) return;
  const low = await stillLow(ports, job, known.alerts.lowStockThreshold);
  if (low.length === 0) return;
  for (const userId of await ports.people.withRole(tenantId, KEEPERS)) {
    const notices = low.map((product) =>
      lowStockNotice(derivedId(key, `${userId} ${product.id}`), product),
    );
    await raise(ports, { tenantId, userId, key, notices });
  }
  if (!known.alerts.emailNotifications) return;
  const sent = await sendLowStockDigest(ports.mails, { tenantId, actorId, commandId: key, ...on });
  if (typeof sent === "object" && !sent.isFinal) throw new Error(sent.failed);
}

async function stillLow({ mails }: ReactionPorts, job: Job, byDefault: number) {
  const { tenantId, key, productIds = [] } = job;
  const { heads } = await mails.store.load({
    tenantId,
    commandId: CommandId.parse(key),
    streams: productIds.map((id) => StreamId.parse(id)),
  });
  return productIds.flatMap((id, index) => {
    const product = Product.safeParse(heads[index]?.state).data;
    const onHand = heads[index]?.onHand ?? 0;
    const threshold = product?.reorderPoint ?? byDefault;
    if (product?.status !== "active" || onHand >= threshold) return [];
    return [{ id, name: product.name, onHand, threshold }];
  });
}

type Telling = Readonly<{
  tenantId: TenantId;
  userId: UserId;
  key: string;
  notices: readonly Notice[];
}>;

async function raise({ mails }: ReactionPorts, { tenantId, userId, key, notices }: Telling) {
  const context = systemContext({
    tenantId,
    actorId: userId,
    about: key,
    what: `tell ${userId}`,
    nowMs: mails.clock(),
  });
  const command = { type: "RaiseNotifications", userId, notices } as const;
  const outcome = await changeNotifications(mails.store, context, command);
  // A shop that was suspended meanwhile takes nothing more.
  if (!isRejection(outcome) || outcome.rejected === "not-signed-in") return;
  if (outcome.rejected === "concurrent-change") throw new Error("the bell was busy");
  throw new InvariantError(`a notification was refused: ${outcome.rejected}`);
}
