import { changes } from "./changes.ts";
import { customers } from "./customers.ts";
import { dailyTotals, methodDays } from "./daily-totals.ts";
import { hours } from "./hours.ts";
import { mails, platformMails } from "./mail-rows.ts";
import { bells, notifications } from "./notifications.ts";
import { platformActivity } from "./platform-activity.ts";
import { platformAlerts, platformBackups, platformSettings } from "./platform-backups.ts";
import { platformDays } from "./platform-days.ts";
import { platformInbox } from "./platform-inbox.ts";
import { platformMembers, platformTenants } from "./platform-tenants.ts";
import { platformTotals } from "./platform-totals.ts";
import { productDays } from "./product-days.ts";
import { productTotals } from "./product-totals.ts";
import { products } from "./products.ts";
import type { Projection } from "./projection.ts";
import { sales } from "./sales.ts";
import { settings } from "./settings.ts";
import { shops } from "./shops.ts";
import { staffDays } from "./staff-days.ts";
import { stockMovements } from "./stock-movements.ts";
import { takings } from "./takings.ts";

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
