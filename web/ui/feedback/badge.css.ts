import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { color, face, radius, space, type, weight } from "#web/theme/theme.css.ts";

const filled = { paddingInline: space[8], borderRadius: radius.badge } as const;

/**
 * More urgent levels are more filled: plenty is plain, low is amber, out is red. Never colour
 * alone.
 */
export const badge = recipe({
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: space[6],
    minBlockSize: "24px",
    font: `${weight.strong} ${type[13]} ${face.figures}`,
    whiteSpace: "nowrap",
  },
  variants: {
    level: {
      out: { ...filled, background: color.dangerSoft, color: color.onDangerSoft },
      low: { ...filled, background: color.warnSoft, color: color.onWarnSoft },
      medium: { color: color.onAccentSoft },
      good: { color: color.onAccentSoft },
    },
  },
});

/** A name on the left, its badge on the right. */
export const named = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  alignItems: "center",
  gap: `${space[4]} ${space[12]}`,
  fontSize: "1rem",
  fontWeight: weight.label,
});

export const bars = style({ inlineSize: "14px", blockSize: "12px", flex: "none" });
globalStyle(`${bars} rect`, { fill: "currentColor", opacity: 0.28 });
globalStyle(`${bars} rect[data-on]`, { opacity: 1 });

const markBase = style({
  inlineSize: "8px",
  blockSize: "8px",
  flex: "none",
  borderRadius: "50%",
  background: "currentColor",
});
export const mark = styleVariants({
  well: [markBase],
  waiting: [
    markBase,
    {
      border: "2px solid currentColor",
      background: "linear-gradient(90deg, currentColor 50%, transparent 50%)",
    },
  ],
  wrong: [markBase, { borderRadius: "2px" }],
});
