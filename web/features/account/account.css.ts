import { style } from "@vanilla-extract/css";

import { color, space } from "#web/theme/theme.css.ts";

export { tools } from "#web/ui/layout/page.css.ts";

export const list = style({
  display: "grid",
  gap: space[4],
  paddingInlineStart: space[20],
  listStyle: "disc",
  color: color.muted,
});
