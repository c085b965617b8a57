import { style } from "@vanilla-extract/css";

import { color, gutter, size, space } from "#web/theme/theme.css.ts";

export const page = style({
  vars: { [gutter]: space[20] },
  minBlockSize: "100dvh",
  display: "grid",
  gridTemplateRows: "auto 1fr",
});

/** The platform side is dark green, so that nobody mistakes whose data is on the screen. */
export const bar = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  minBlockSize: size.topbar,
  paddingInline: gutter,
  background: color.deep,
  color: color.onDeep,
});

export const main = style({
  padding: `${space[24]} ${gutter}`,
  selectors: { "&:focus-visible": { outline: "none" } },
});
