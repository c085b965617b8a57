import { style } from "@vanilla-extract/css";

import { color, layer, size, space } from "#web/theme/theme.css.ts";

/** Over the page, so that it pushes nothing. */
export const slow = style({
  position: "fixed",
  insetBlockStart: `calc(${size.topbar} + ${space[8]})`,
  insetInlineEnd: space[16],
  zIndex: layer.header,
  color: color.muted,
});
