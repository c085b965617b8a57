import { style } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { space } from "#web/theme/theme.css.ts";

/** A column on a phone, a row from table width on. */
export const quick = style({
  display: "grid",
  gap: space[8],
  "@media": { [TABLE]: { display: "flex", flexWrap: "wrap" } },
});

/** As many columns as fit, at any text size. */
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
