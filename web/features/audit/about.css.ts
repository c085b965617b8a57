import { style } from "@vanilla-extract/css";

import { space, weight } from "#web/theme/theme.css.ts";

export const chosen = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${space[12]}`,
  fontWeight: weight.label,
});
