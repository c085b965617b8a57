import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import Info from "lucide-react/icons/info";
import Menu from "lucide-react/icons/menu";
import RefreshCw from "lucide-react/icons/refresh-cw";
import X from "lucide-react/icons/x";

import type { appIcons } from "./app-icons.ts";
import * as styles from "./icon.css.ts";
import type { platformIcons } from "./platform-icons.ts";
import type { rareIcons } from "./rare-icons.ts";
import type { tillIcons } from "./till-icons.ts";

/** Icons for the pages before sign-in, and for messages. */
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
  | keyof typeof platformIcons
  | keyof typeof rareIcons;

const drawings: Partial<Record<IconName, LucideIcon>> = { ...icons };

/** Registers the icons of a lazily loaded chunk. */
export function addIcons(more: Partial<Record<IconName, LucideIcon>>): void {
  Object.assign(drawings, more);
}

type IconProps = { name: IconName; size?: "small" | "medium" | "large" };

/** Always decorative: the text beside it or the button's label carries the meaning. */
export function Icon({ name, size }: IconProps) {
  const Drawing = drawings[name];
  return Drawing && <Drawing aria-hidden className={styles.icon({ size })} />;
}
