import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

export const end = style({
  display: "grid",
  justifyItems: "end",
  rowGap: space[2],
});
