import { AUDIT_SCREENS } from "./by-area/audit.ts";
import { GUEST_SCREENS } from "./by-area/guest.ts";
import { OTHER_SCREENS } from "./by-area/others.ts";
import { PAST_SCREENS } from "./by-area/past.ts";
import { PLATFORM_SCREENS } from "./by-area/platform.ts";
import { GOODS_SCREENS } from "./by-area/products.ts";
import { REPORT_SCREENS } from "./by-area/reports.ts";
import { SETTINGS_SCREENS } from "./by-area/settings.ts";
import { SHOP_SCREENS } from "./by-area/shop.ts";
import { TILL_SCREENS } from "./by-area/till.ts";
import type { Screen } from "./screen.ts";

/** Every screen of the product, with every dialog and state that a user can reach. */
export const SCREENS: readonly Screen[] = [
  ...GUEST_SCREENS,
  ...GOODS_SCREENS,
  ...SHOP_SCREENS,
  ...AUDIT_SCREENS,
  ...PAST_SCREENS,
  ...REPORT_SCREENS,
  ...SETTINGS_SCREENS,
  ...TILL_SCREENS,
  ...OTHER_SCREENS,
  ...PLATFORM_SCREENS,
];
