import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

/** As many columns as fit, at any text size. */
export const ways = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 8em), 1fr))",
  gap: space[8],
});
