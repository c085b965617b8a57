import { style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

export const foot = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[12],
  padding: `${space[8]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
  minBlockSize: "60px",
  "@media": { [TABLE]: { paddingInline: space[20] } },
});

export const pager = style({ display: "flex", gap: space[8] });
