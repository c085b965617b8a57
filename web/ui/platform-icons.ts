import { EllipsisVertical, Inbox, LayoutGrid, List, Mail, Shield, ShieldCheck } from "lucide-react";

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
