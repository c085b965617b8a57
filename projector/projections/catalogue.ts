import { changes } from "./changes.ts";
import { hours } from "./hours.ts";
import { mails, platformMails } from "./messages/mails.ts";
import { bells, notifications } from "./messages/notifications.ts";
import { platformDays } from "./platform-days.ts";
import { platformActivity } from "./platform/activity.ts";
import { platformInbox } from "./platform/inbox.ts";
import { platformAlerts, platformBackups, platformSettings } from "./platform/operations.ts";
import { platformTotals } from "./platform/sales-totals.ts";
import { platformMembers, platformTenants } from "./platform/tenants.ts";
import { productDays } from "./product-days.ts";
import type { Projection } from "./projection.ts";
import { dailyTotals, methodDays } from "./sales/daily-totals.ts";
import { productTotals } from "./sales/product-totals.ts";
import { sales } from "./sales/sales.ts";
import { takings } from "./sales/takings.ts";
import { staffDays } from "./staff-days.ts";
import { products } from "./stock/products.ts";
import { stockMovements } from "./stock/stock-movements.ts";
import { customers } from "./tenant/customers.ts";
import { settings } from "./tenant/settings.ts";
import { shops } from "./tenant/tenants.ts";

/** Every read model there is. The largest first: while it is written, the others are folded. */
export const PROJECTIONS: readonly Projection[] = [
  sales,
  stockMovements,
  takings,
  shops,
  products,
  customers,
  changes,
  dailyTotals,
  productDays,
  productTotals,
  hours,
  staffDays,
  methodDays,
  platformActivity,
  platformAlerts,
  platformBackups,
  platformDays,
  platformInbox,
  platformMails,
  platformMembers,
  platformSettings,
  platformTenants,
  platformTotals,
  settings,
  mails,
  notifications,
  bells,
];
