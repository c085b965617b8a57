import { CircleAlert, CircleCheck, Eye, EyeOff, Info, Menu, RefreshCw, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";

import type { appIcons } from "./app-icons.ts";

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

export type IconName = keyof typeof icons | keyof typeof appIcons;

export const drawings: Partial<Record<IconName, LucideIcon>> = { ...icons };

/** A frame brings the drawings of the screens in it. */
export function addIcons(more: typeof appIcons): void {
  Object.assign(drawings, more);
}
