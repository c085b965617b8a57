import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

export const list = style({ paddingBlockStart: space[8] });

export const offline = style({ marginBlockStart: space[32] });

/** A button of text beside those of icons. */
export const tools = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "flex-end",
  gap: space[4],
});
