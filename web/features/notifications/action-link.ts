import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/links.ts";
import type { Notice } from "#web/state/notices.ts";

const LINKS: Record<string, string> = {
  [texts.notifications.viewInventory]: links.inventory(),
  [texts.notifications.viewSale]: links.sales(),
  [texts.notifications.viewPayment]: links.sales(),
};

/** Where a notification's action leads; one this app does not know leads nowhere and is not shown. */
export function actionLink({ action, about }: Notice): string | undefined {
  if (action === texts.notifications.viewSale && about !== undefined) return links.sale(about);
  return action === null ? undefined : LINKS[action];
}
