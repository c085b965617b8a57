import { globalStyle, style } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { space } from "#web/theme/theme.css.ts";

/** The filled button across the phone, the tiles below it; one line from the width of a table on. */
export const quick = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 5.8em), 1fr))",
  gap: space[8],
  "@media": { [TABLE]: { display: "flex", flexWrap: "wrap" } },
});
globalStyle(`${quick} > :first-child`, { gridColumn: "1 / -1" });

export const split = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[16],
  "@media": {
    [SIDEBAR]: { gridTemplateColumns: "minmax(0, 1.45fr) minmax(0, 1fr)", gap: space[32] },
  },
});
