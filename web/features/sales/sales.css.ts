import { style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const payment = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[6],
  verticalAlign: "middle",
  whiteSpace: "nowrap",
});

/** On a phone it is the last line of the row. */
export const mark = style({
  marginBlockEnd: space[6],
  "@media": { [TABLE]: { marginBlockEnd: 0, marginInlineStart: space[12] } },
});

export const filter = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${space[4]} ${space[12]}`,
});

/** Below each other on a phone, beside each other where there is room. */
export const figures = style({
  display: "grid",
  "@media": {
    [TABLE]: { display: "flex", alignItems: "baseline", gap: space[12] },
  },
});

export const count = style({
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});
