import bwip from "bwip-js/node";
import * as z from "zod/mini";

/** How dark a code is at a point of its own space, whose units are its narrowest bars. */
export type CodeShape = Readonly<{
  width: number;
  height: number;
  isDark: (x: number, y: number) => boolean;
}>;

export type CodeKind = "ean13" | "ean8" | "upca" | "code128" | "qrcode";
export type ShownCode = Readonly<{ kind: CodeKind; code: string }>;

const Bars = z.object({ sbs: z.array(z.number()) });
const Squares = z.object({ pixs: z.array(z.number()), pixx: z.int(), pixy: z.int() });
/** The bars of a label are about half as high as they are long. */
const BAR_HEIGHT_PART = 0.45;

export function codeShape({ kind, code }: ShownCode): CodeShape {
  const [drawn] = z.array(z.unknown()).parse(bwip.raw({ bcid: kind, text: code }));
  if (kind === "qrcode") {
    const { pixs, pixx: width, pixy: height } = Squares.parse(drawn);
    return {
      width,
      height,
      isDark: (x, y) => pixs[Math.floor(y) * width + Math.floor(x)] === 1,
    };
  }
  const modules = Bars.parse(drawn).sbs.flatMap((wide, at) =>
    Array.from({ length: wide }, () => at % 2 === 0),
  );
  const width = modules.length;
  return {
    width,
    height: width * BAR_HEIGHT_PART,
    isDark: (x) => modules[Math.floor(x)] === true,
  };
}

/** An EAN or UPC with its check digit. */
export function withCheckDigit(digits: string): string {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((all, digit, at) => all + digit * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
