import { style } from "@vanilla-extract/css";

import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const product = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  alignItems: "center",
  gap: `${space[4]} ${space[12]}`,
  fontSize: "1rem",
  fontWeight: weight.label,
});

export const note = style({ color: color.muted, font: `${weight.text} ${type[13]} ${face.text}` });
