import { globalStyle, style } from "@vanilla-extract/css";

import { color, face, layer, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

export const menu = style({
  zIndex: layer.dialog,
  minInlineSize: "200px",
  maxInlineSize: "calc(100vw - 16px)",
  padding: space[6],
  borderRadius: radius.card,
  border: `1px solid ${color.border}`,
  background: color.raised,
  boxShadow: color.shadowOverlay,
});

export const item = style({
  display: "flex",
  alignItems: "center",
  gap: space[12],
  minBlockSize: size.touch,
  paddingInline: space[12],
  borderRadius: radius.badge,
  font: `${weight.label} ${type[15]} ${face.figures}`,
  cursor: "pointer",
  outline: "none",
  selectors: {
    "&[data-highlighted]": { background: color.press },
    "&[data-grave]": { color: color.danger },
  },
});
globalStyle(`${item} > svg`, { color: color.muted });
globalStyle(`${item}[data-grave] > svg`, { color: "inherit" });

export const line = style({
  blockSize: "1px",
  margin: `${space[6]} ${space[6]}`,
  background: color.border,
});
