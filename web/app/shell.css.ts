import { style } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { color, gutter, layer, radius, size, space } from "#web/theme/theme.css.ts";

export const app = style({
  vars: { [gutter]: space[16] },
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gridTemplateRows: "auto 1fr",
  minBlockSize: "100dvh",
  "@media": {
    [TABLE]: { vars: { [gutter]: space[24] } },
    [SIDEBAR]: {
      vars: { [gutter]: space[32] },
      gridTemplateColumns: `${size.sidebar} minmax(0, 1fr)`,
    },
  },
});

export const skip = style({
  position: "absolute",
  insetInlineStart: space[8],
  insetBlockStart: "-60px",
  zIndex: layer.toast,
  padding: `${space[12]} ${space[16]}`,
  borderRadius: radius.control,
  background: color.inverse,
  color: color.onInverse,
  selectors: { "&:focus": { insetBlockStart: space[8] } },
});

export const main = style({
  minInlineSize: 0,
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[16],
  alignContent: "start",
  padding: `${space[16]} ${gutter} calc(88px + env(safe-area-inset-bottom))`,
  selectors: { "&:focus-visible": { outline: "none" } },
  "@media": {
    [TABLE]: { gap: space[20], paddingBlockStart: space[24] },
    [SIDEBAR]: {
      gap: space[24],
      paddingBlockEnd: space[48],
      maxInlineSize: "1184px",
      inlineSize: "100%",
      marginInline: "auto",
    },
  },
});

/** Over the page's foot, above the shortcuts. */
export const offline = style({
  position: "fixed",
  zIndex: layer.header,
  insetInline: 0,
  insetBlockEnd: `calc(61px + env(safe-area-inset-bottom))`,
  display: "flex",
  alignItems: "center",
  gap: space[12],
  minBlockSize: size.touch,
  padding: `${space[8]} ${space[16]}`,
  background: color.warnSoft,
  color: color.onWarnSoft,
  "@media": {
    [SIDEBAR]: { insetInlineStart: size.sidebar, insetBlockEnd: 0, paddingInline: space[32] },
  },
});
