import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

export const payment = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[6],
  verticalAlign: "middle",
  whiteSpace: "nowrap",
});
