import { changes } from "./changes.ts";
import { platformMails, mails } from "./messages/mails.ts";
import { notifications, clearedNotifications } from "./messages/notifications.ts";
import { platformActivity } from "./platform/activity.ts";
import { platformInbox } from "./platform/inbox.ts";
import { platformAlerts, platformBackups, platformSettings } from "./platform/operations.ts";
import { platformDays, platformTotals } from "./platform/sales-totals.ts";
import { platformMembers, platformTenants } from "./platform/tenants.ts";
import type { Projection, ProjectionName } from "./projection.ts";
import { dailyTotals, hours, staffDays, methodDays } from "./sales/daily-totals.ts";
import { productDays, productTotals } from "./sales/product-totals.ts";
import { receiptCopies, receiptLinks, sales } from "./sales/sales.ts";
import { takings } from "./sales/takings.ts";
import { products } from "./stock/products.ts";
import { stockMovements } from "./stock/stock-movements.ts";
import { approvals } from "./tenant/approvals.ts";
import { customers } from "./tenant/customers.ts";
import { issueResolutions, receiptNumbers, saleFlags, setAside } from "./tenant/issues.ts";
import { settings } from "./tenant/settings.ts";
import { tenants } from "./tenant/tenants.ts";
import { tills } from "./tenant/tills.ts";

/** Every projection that `HANDLED_BY` names; a missing one is a compile error. */
const BY_NAME: { readonly [Name in ProjectionName]: Projection<Name> } = {
  sales,
  stock_movements: stockMovements,
  takings,
  shops: tenants,
  products,
  customers,
  changes,
  daily_totals: dailyTotals,
  product_days: productDays,
  product_totals: productTotals,
  hours,
  staff_days: staffDays,
  method_days: methodDays,
  platform_activity: platformActivity,
  platform_alerts: platformAlerts,
  platform_backups: platformBackups,
  platform_days: platformDays,
  platform_inbox: platformInbox,
  platform_mails: platformMails,
  platform_members: platformMembers,
  platform_settings: platformSettings,
  platform_tenants: platformTenants,
  platform_totals: platformTotals,
  settings,
  tills,
  approvals,
  sale_flags: saleFlags,
  receipt_numbers: receiptNumbers,
  receipt_links: receiptLinks,
  receipt_copies: receiptCopies,
  set_aside: setAside,
  issue_resolutions: issueResolutions,
  mails,
  notifications,
  bells: clearedNotifications,
};

/** In the order above, the largest first: the others are folded while the first is written. */
export const PROJECTIONS: readonly Projection[] = Object.values(BY_NAME);
