import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

/** Below the name of a step, over the whole width of its row. */
export const ways = style({
  gridColumn: "1 / -1",
  display: "flex",
  flexWrap: "wrap",
  gap: space[8],
  paddingBlock: `${space[8]} ${space[4]}`,
});
