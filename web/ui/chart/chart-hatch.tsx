import * as styles from "./chart.css.ts";

/** Stripes for a period that is not complete. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" className={styles.hatchGround} />
        <rect width="2" height="6" className={styles.fill} />
      </pattern>
    </defs>
  );
}
