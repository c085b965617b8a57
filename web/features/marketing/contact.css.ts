import { globalStyle, style } from "@vanilla-extract/css";

import { SIDEBAR } from "#web/theme/media.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

export const contact = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: "40px",
  padding: `${space[32]} ${gutter} 56px`,
  borderBlockEnd: `1px solid ${color.border}`,
  "@media": {
    [SIDEBAR]: {
      gridTemplateColumns: "6fr 5fr",
      gap: "96px",
      alignItems: "start",
      paddingBlock: "64px 96px",
    },
  },
});
/** Reserves the form's height, so that nothing below jumps. */
export const formPlace = style({ minBlockSize: "625px" });
export const form = style({ display: "grid", gap: space[16] });
export const details = style({ display: "grid", gap: space[24] });
globalStyle(`${details} h2`, {
  marginBlockEnd: space[4],
  font: `${weight.strong} ${type[18]} ${face.figures}`,
});
globalStyle(`${details} :is(p, dd)`, { color: color.muted });
export const hours = style({
  display: "grid",
  gap: space[4],
  maxInlineSize: "280px",
  marginBlockEnd: space[8],
});
globalStyle(`${hours} > div`, { display: "flex", justifyContent: "space-between" });
