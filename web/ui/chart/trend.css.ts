import { globalStyle, style, styleVariants } from "@vanilla-extract/css";

import { color, face, space, weight } from "#web/theme/theme.css.ts";

const figure = style({ fontFamily: face.figures, fontWeight: weight.strong, whiteSpace: "nowrap" });

export const way = styleVariants({
  up: [figure, { color: color.onAccentSoft }],
  down: [figure, { color: color.danger }],
  level: [figure, { color: color.muted }],
});

globalStyle(`${figure} > svg`, {
  display: "inline-block",
  verticalAlign: "-3px",
  marginInlineEnd: space[2],
});
