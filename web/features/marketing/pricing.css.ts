import { globalStyle, style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

/** One sheet in three columns, stacked on a phone. */
export const plans = style({
  display: "grid",
  "@media": { [TABLE]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" } },
});

export const plan = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gridTemplateRows: "auto auto 1fr auto",
  gap: space[16],
  padding: `${space[24]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0 } },
  "@media": {
    [TABLE]: {
      padding: space[24],
      borderBlockStart: 0,
      selectors: { "& + &": { borderInlineStart: `1px solid ${color.border}` } },
    },
  },
});
/** In the text font, because the figure font has no naira sign. */
export const naira = style({ color: color.muted, font: `${weight.text} ${type[15]} ${face.text}` });
globalStyle(`${plan} h3`, { font: `${weight.strong} ${type[18]} ${face.figures}` });

export const price = style({
  font: `${weight.figure} 2.125rem/2.5rem ${face.figures}`,
  letterSpacing: "-.02em",
});
export const per = style({
  color: color.muted,
  font: `${weight.text} ${type[15]} ${face.text}`,
  letterSpacing: 0,
});
export const limits = style({ display: "grid", alignContent: "start", gap: space[8] });
globalStyle(`${limits} li`, { display: "flex", gap: space[8] });
globalStyle(`${limits} svg`, { color: color.accent, marginBlockStart: "3px" });
