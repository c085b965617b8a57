import { style } from "@vanilla-extract/css";

import { color, size } from "#web/theme/theme.css.ts";

/** A finger-sized target that does not make its row higher. */
export const figureButton = style({
  minInlineSize: size.touch,
  minBlockSize: size.touch,
  marginBlock: "-11px",
  font: "inherit",
  textAlign: "end",
  textDecoration: "underline",
  textDecorationColor: color.borderMid,
  textUnderlineOffset: "4px",
  selectors: { "&:hover": { textDecorationColor: "currentColor" } },
});
