import { encode } from "uqr";

/** Quiet zone in modules, as the QR standard (ISO/IEC 18004) requires. */
const QUIET = 4;

/** A QR code as an SVG path on a square of `size`. */
export type Qr = Readonly<{ path: string; size: number }>;

export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { path, size };
}
