import { style } from "@vanilla-extract/css";

import { gutter, space } from "#web/theme/theme.css.ts";

export const page = style({
  vars: { [gutter]: space[16] },
  maxInlineSize: "1080px",
  marginInline: "auto",
  padding: `${space[16]} ${gutter} ${space[48]}`,
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[32],
});

export const group = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[16],
});

export const line = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[12],
});
