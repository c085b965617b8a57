import { style } from "@vanilla-extract/css";

import { color, size, weight } from "#web/theme/theme.css.ts";

export const link = style({
  display: "inline-flex",
  alignItems: "center",
  minBlockSize: size.touch,
  minInlineSize: size.touch,
  overflowWrap: "anywhere",
  color: color.accent,
  fontWeight: weight.label,
  textDecoration: "underline",
  textDecorationColor: "color-mix(in srgb, currentColor 35%, transparent)",
  textUnderlineOffset: "3px",
  selectors: { "&:hover": { textDecorationColor: "currentColor" } },
});
