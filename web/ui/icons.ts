import { CircleAlert, CircleCheck, Eye, EyeOff, Info, Menu, RefreshCw, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";

import type { appIcons } from "./app-icons.ts";
import type { platformIcons } from "./platform-icons.ts";
import type { tillIcons } from "./till-icons.ts";

/** What the pages before the sign-in need, and every message. */
const icons = {
  alert: CircleAlert,
  check: CircleCheck,
  close: X,
  eye: Eye,
  eyeOff: EyeOff,
  info: Info,
  menu: Menu,
  refresh: RefreshCw,
} as const;

export type IconName =
  | keyof typeof icons
  | keyof typeof appIcons
  | keyof typeof tillIcons
  | keyof typeof platformIcons;

export const drawings: Partial<Record<IconName, LucideIcon>> = { ...icons };

/** A frame brings the drawings of the screens in it. */
export function addIcons(more: Partial<Record<IconName, LucideIcon>>): void {
  Object.assign(drawings, more);
}
