import { globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

const TEETH = 20;
const TOOTH = "6px";

/** The torn edge of the roll: a zigzag along the bottom, from right to left. */
const torn = Array.from({ length: 2 * TEETH }, (_, at) => {
  const across = `${100 - ((at + 1) * 100) / (2 * TEETH)}%`;
  return `${across} ${at % 2 === 0 ? "100%" : `calc(100% - ${TOOTH})`}`;
});

/** Paper stays white in the dark theme. */
export const receipt = recipe({
  base: {
    position: "relative",
    zIndex: 0,
    color: color.onPaper,
    overflowWrap: "anywhere",
  },
  variants: {
    on: {
      screen: {
        inlineSize: "100%",
        maxInlineSize: "340px",
        marginInline: "auto",
        padding: `${space[20]} 18px 26px`,
        font: `${weight.text} ${type[13]} ${face.text}`,
        filter: `drop-shadow(0 0 1px ${color.paperEdge}) drop-shadow(0 4px 10px ${color.paperShade})`,
        "::before": {
          content: "",
          position: "absolute",
          inset: 0,
          zIndex: -1,
          background: color.paper,
          clipPath: `polygon(0 0, 100% 0, 100% calc(100% - ${TOOTH}), ${torn.join(", ")})`,
        },
      },
      // Thermal printers have no grey, and the paper sets the size.
      print: {
        fontFamily: face.text,
        lineHeight: 1.35,
        "@media": { print: { color: "CanvasText" } },
      },
    },
  },
});

const headed = (size: string) => ({ fontFamily: face.figures, fontWeight: 700, fontSize: size });

export const shop = style(headed("1.2em"));
export const dim = style({
  color: color.paperMuted,
  whiteSpace: "pre-line",
  "@media": { print: { color: "inherit" } },
});

export const mark = style({
  marginBlockEnd: space[12],
  padding: `${space[4]} 0`,
  border: "2px solid currentColor",
  textAlign: "center",
  ...headed("1.4em"),
  letterSpacing: ".2em",
});
export const copy = style({
  marginBlockEnd: space[8],
  textAlign: "center",
  ...headed("1em"),
});

export const rows = style({ display: "grid", gap: space[4], marginBlockStart: space[12] });
export const row = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  columnGap: space[12],
});
export const detail = style([dim, { gridColumn: 1 }]);
globalStyle(`${rows} dt`, { minInlineSize: 0 });
globalStyle(`${row} > dd`, {
  fontFamily: face.figures,
  fontWeight: weight.label,
  textAlign: "end",
  whiteSpace: "nowrap",
});
globalStyle(`${row} > ${detail}`, {
  fontFamily: face.text,
  fontWeight: weight.text,
  textAlign: "start",
  whiteSpace: "normal",
});
/** A name may be wider than the paper. */
export const fact = style([row, { gridTemplateColumns: "auto minmax(0, 1fr)" }]);
globalStyle(`${fact} > dd`, { whiteSpace: "normal", fontFamily: face.text });

export const total = style([
  row,
  {
    marginBlockStart: space[6],
    paddingBlock: `${space[6]} 5px`,
    borderBlockStart: "1px solid currentColor",
    borderBlockEnd: "3px double currentColor",
    ...headed("1.25em"),
  },
]);
globalStyle(`${total} > dd`, { fontWeight: 700 });

export const words = style({ marginBlockStart: space[12], whiteSpace: "pre-line" });

/** Large enough for the camera of a cheap phone, also on a roll of 58 mm. */
export const code = style({ marginBlockStart: space[12], textAlign: "center" });
globalStyle(`${code} svg`, { inlineSize: "26mm", maxInlineSize: "100%", marginInline: "auto" });
