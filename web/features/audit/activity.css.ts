import { style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, gutter, size, space, type, weight } from "#web/theme/theme.css.ts";

export const person = style({
  padding: `${space[8]} ${gutter} ${space[14]}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0 } },
  "@media": { [TABLE]: { paddingInline: space[20] } },
});

/** As many beside each other as their words let stand. */
export const figures = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 8.5em), 1fr))",
  gap: `${space[4]} ${space[16]}`,
});

/** As high with a link as without. */
export const count = style({
  display: "flex",
  alignItems: "center",
  minBlockSize: size.touch,
  font: `${weight.strong} ${type[18]} ${face.figures}`,
});
