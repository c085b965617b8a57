import * as styles from "./avatar.css.ts";

/** Initials. Decorative, because the full name is beside it. */
export function Avatar({ initials, small = false }: { initials: string; small?: boolean }) {
  return (
    <span aria-hidden className={small ? `${styles.avatar} ${styles.small}` : styles.avatar}>
      {initials}
    </span>
  );
}
