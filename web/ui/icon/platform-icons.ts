import Activity from "lucide-react/icons/activity";
import Coins from "lucide-react/icons/coins";
import Database from "lucide-react/icons/database";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import Inbox from "lucide-react/icons/inbox";
import LayoutGrid from "lucide-react/icons/layout-grid";
import List from "lucide-react/icons/list";
import Shield from "lucide-react/icons/shield";
import ShieldCheck from "lucide-react/icons/shield-check";
import Store from "lucide-react/icons/store";

import { rareIcons } from "./rare-icons.ts";

/** Icons used only by the platform's screens. */
export const platformIcons = {
  ...rareIcons,
  activity: Activity,
  coins: Coins,
  database: Database,
  grid: LayoutGrid,
  inbox: Inbox,
  list: List,
  more: EllipsisVertical,
  shield: Shield,
  shieldCheck: ShieldCheck,
  store: Store,
} as const;
