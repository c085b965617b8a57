import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

export const row = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gap: space[8],
});
