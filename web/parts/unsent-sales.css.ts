import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

export const tools = style({
  gridColumn: "1 / -1",
  display: "flex",
  flexWrap: "wrap",
  gap: space[8],
  paddingBlock: space[8],
});
