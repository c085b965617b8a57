import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

/** The button at the end of the words, below them where a line does not hold both. */
export const words = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: `${space[8]} ${space[16]}`,
});
