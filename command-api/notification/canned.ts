import { NotificationId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";

import type { Notice } from "./notifications.ts";

const words = texts.notifications;

export const lowStockNotice = (
  id: string,
  product: Readonly<{ name: string; onHand: number; threshold: number }>,
): Notice => ({
  notificationId: NotificationId.parse(id),
  type: "warning",
  title: words.lowStockTitle,
  message: words.lowStock(product.name, product.onHand, product.threshold),
  icon: "alert-triangle",
  action: words.viewInventory,
});
