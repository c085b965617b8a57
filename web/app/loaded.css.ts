import { style } from "@vanilla-extract/css";

import { color, layer, size, space, gutter } from "#web/theme/theme.css.ts";

export const page = style({
  vars: { [gutter]: space[20] },
  minBlockSize: "100dvh",
  display: "grid",
  gridTemplateRows: "auto 1fr",
  gap: space[32],
  inlineSize: "100%",
  maxInlineSize: "640px",
  marginInline: "auto",
  padding: `${space[20]} ${gutter}`,
  selectors: { "&:focus-visible": { outline: "none" } },
});

/** Overlays the page, so that the layout does not shift. */
export const slow = style({
  position: "fixed",
  insetBlockStart: `calc(${size.topbar} + ${space[8]})`,
  insetInlineEnd: space[16],
  zIndex: layer.header,
  color: color.muted,
});
