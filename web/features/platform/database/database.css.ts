import { style } from "@vanilla-extract/css";

import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const quiet = style({
  color: color.muted,
  font: `${weight.text} ${type[15]} ${face.text}`,
  paddingBlock: space[8],
  maxInlineSize: "60ch",
});
