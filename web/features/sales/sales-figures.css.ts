import { style } from "@vanilla-extract/css";

import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const sum = style({ font: `${weight.strong} ${type[15]} ${face.figures}` });

/** What is said beside the sum, or instead of it. */
export const beside = style({
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});

/** The filters have a line of their own below period and figures. */
export const filters = style({
  display: "flex",
  flexWrap: "wrap",
  flexBasis: "100%",
  gap: space[8],
});
