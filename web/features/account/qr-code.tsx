import { encode } from "uqr";

import * as styles from "./two-factor.css.ts";

/** Quiet zone in modules, as the QR standard (ISO/IEC 18004) requires. */
const QUIET = 4;

/** Dark on light in both themes, because cameras need it. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <figure className={styles.qr} aria-label="QR code for your authenticator app">
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden>
        <rect className={styles.qrGround} width={size} height={size} />
        <path className={styles.qrInk} d={path} />
      </svg>
    </figure>
  );
}
