import { style } from "@vanilla-extract/css";

import { color, face, type, weight } from "#web/theme/theme.css.ts";

export const sum = style({ font: `${weight.strong} ${type[15]} ${face.figures}` });

export const failed = style({
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});
