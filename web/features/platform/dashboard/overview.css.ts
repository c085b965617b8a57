import { globalStyle, style } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const stack = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[16],
  "@media": { [TABLE]: { gap: space[20] }, [SIDEBAR]: { gap: space[24] } },
});

/** Two columns on a phone, one row from table width. */
export const quick = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 9.5em), 1fr))",
  gap: space[8],
  "@media": { [TABLE]: { display: "flex", flexWrap: "wrap" } },
});
globalStyle(`${quick} > :is(a, button)`, { paddingInline: space[10] });

export const quiet = style({ color: color.muted, font: `${weight.text} ${type[13]} ${face.text}` });
export const note = style([quiet, { paddingBlockStart: space[8] }]);
