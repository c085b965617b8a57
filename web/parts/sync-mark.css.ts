import { style } from "@vanilla-extract/css";

import { color, face, radius, space, type, weight } from "#web/theme/theme.css.ts";

export const well = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[8],
  flex: "none",
  font: `${weight.text} ${type[13]} ${face.text}`,
  color: color.muted,
  whiteSpace: "nowrap",
});
export const dot = style({
  inlineSize: "8px",
  blockSize: "8px",
  borderRadius: "50%",
  background: color.accent,
  flex: "none",
});
export const lost = style([
  well,
  {
    color: color.onWarnSoft,
    background: color.warnSoft,
    padding: `3px ${space[8]}`,
    borderRadius: radius.badge,
    fontWeight: weight.label,
  },
]);
