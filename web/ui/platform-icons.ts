import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import Inbox from "lucide-react/icons/inbox";
import LayoutGrid from "lucide-react/icons/layout-grid";
import List from "lucide-react/icons/list";
import Mail from "lucide-react/icons/mail";
import Shield from "lucide-react/icons/shield";
import ShieldCheck from "lucide-react/icons/shield-check";

/** The drawings only the platform's side needs. */
export const platformIcons = {
  grid: LayoutGrid,
  inbox: Inbox,
  list: List,
  mail: Mail,
  more: EllipsisVertical,
  shield: Shield,
  shieldCheck: ShieldCheck,
} as const;
