import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

/** A line of its own below period and figures. */
export const line = style({
  display: "flex",
  flexWrap: "wrap",
  flexBasis: "100%",
  gap: space[8],
});
