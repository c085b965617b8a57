import { style } from "@vanilla-extract/css";

import { color, radius, space, weight } from "#web/theme/theme.css.ts";

export const progress = style({ display: "grid", gap: space[8], fontWeight: weight.label });

export const bar = style({
  appearance: "none",
  inlineSize: "100%",
  blockSize: "8px",
  border: 0,
  borderRadius: radius.pill,
  overflow: "hidden",
  background: color.sunken,
  selectors: {
    "&::-webkit-progress-bar": { background: color.sunken },
    "&::-webkit-progress-value": { background: color.chart1 },
    "&::-moz-progress-bar": { background: color.chart1 },
  },
});
