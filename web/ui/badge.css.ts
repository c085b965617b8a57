import { globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { color, face, radius, space, type, weight } from "#web/theme/theme.css.ts";

const filled = { paddingInline: space[8], borderRadius: radius.badge } as const;

/** The fill grows with urgency: plenty is plain, low is amber, out is red. Never colour alone. */
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

export const bars = style({ inlineSize: "14px", blockSize: "12px", flex: "none" });
globalStyle(`${bars} rect`, { fill: "currentColor", opacity: 0.28 });
globalStyle(`${bars} rect[data-on]`, { opacity: 1 });
