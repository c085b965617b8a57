import { style } from "@vanilla-extract/css";

import { color, face, type, weight } from "#web/theme/theme.css.ts";

export const sum = style({ font: `${weight.strong} ${type[15]} ${face.figures}` });

/** What is said beside the sum, or instead of it. */
export const beside = style({
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});
