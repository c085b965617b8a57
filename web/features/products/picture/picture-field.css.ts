import { style } from "@vanilla-extract/css";

import { color, face, radius, space, type, weight } from "#web/theme/theme.css.ts";

export const field = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[12],
});

/** As large without a picture, so that nothing moves. */
export const frame = style({
  flex: "none",
  inlineSize: "88px",
  blockSize: "88px",
  overflow: "hidden",
  borderRadius: radius.control,
  border: `1px solid ${color.border}`,
  background: color.sunken,
});

export const side = style({ flex: "1 1 160px", display: "grid", gap: space[8] });

export const label = style({ font: `${weight.label} ${type[13]} ${face.text}` });
export const optional = style({ color: color.muted, fontWeight: weight.text });

export const buttons = style({ display: "flex", flexWrap: "wrap", gap: space[8] });

export const fault = style({ flexBasis: "100%" });
