import { style } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { space } from "#web/theme/theme.css.ts";

/** One below the other on a phone, one line from the width of a table on. */
export const quick = style({
  display: "grid",
  gap: space[8],
  "@media": { [TABLE]: { display: "flex", flexWrap: "wrap" } },
});

/** As many beside each other as there is room for, at any size of text. */
export const others = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 5.8em), 1fr))",
  gap: space[8],
  "@media": { [TABLE]: { display: "contents" } },
});

export const split = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[16],
  "@media": {
    [SIDEBAR]: { gridTemplateColumns: "minmax(0, 1.45fr) minmax(0, 1fr)", gap: space[32] },
  },
});
