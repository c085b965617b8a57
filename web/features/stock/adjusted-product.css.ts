import { style } from "@vanilla-extract/css";

import { space, weight } from "#web/theme/theme.css.ts";

export const line = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  alignItems: "center",
  gap: `${space[4]} ${space[12]}`,
  fontSize: "1rem",
  fontWeight: weight.label,
});
