import * as styles from "./icon.css.ts";
import { drawings } from "./icons.ts";
import type { IconName } from "./icons.ts";

type IconProps = { name: IconName; size?: "small" | "medium" | "large" };

/** Always decoration: the words beside it, or the label of its button, say what it means. */
export function Icon({ name, size }: IconProps) {
  const Drawing = drawings[name];
  return Drawing && <Drawing aria-hidden className={styles.icon({ size })} />;
}
