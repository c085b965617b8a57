import { AUDIT_SCREENS } from "./catalogue/audit.ts";
import { GOODS_SCREENS } from "./catalogue/goods.ts";
import { GUEST_SCREENS } from "./catalogue/guest.ts";
import { OTHER_SCREENS } from "./catalogue/others.ts";
import { PAST_SCREENS } from "./catalogue/past.ts";
import { PLATFORM_SCREENS } from "./catalogue/platform.ts";
import { REPORT_SCREENS } from "./catalogue/reports.ts";
import { SETTINGS_SCREENS } from "./catalogue/settings.ts";
import { SHOP_SCREENS } from "./catalogue/shop.ts";
import { TILL_SCREENS } from "./catalogue/till.ts";
import type { Screen } from "./screen.ts";

/** Every screen of the product, with every dialog and state that somebody can bring about. */
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
