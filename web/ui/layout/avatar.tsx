import * as styles from "./avatar.css.ts";

/** Initials; decoration, the full name stands beside it. */
export function Avatar({ initials, small = false }: { initials: string; small?: boolean }) {
  return (
    <span aria-hidden className={small ? `${styles.avatar} ${styles.small}` : styles.avatar}>
      {initials}
    </span>
  );
}
