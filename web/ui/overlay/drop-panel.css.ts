import { globalStyle, style } from "@vanilla-extract/css";

import { MOVING, TABLE } from "#web/theme/media.ts";
import { dropIn, fadeOut } from "#web/theme/motion.css.ts";
import {
  color,
  ground,
  gutter,
  layer,
  motion,
  radius,
  size,
  space,
  type,
  face,
  weight,
} from "#web/theme/theme.css.ts";

export const panel = style({
  vars: { [gutter]: space[16], [ground]: color.raised },
  position: "fixed",
  zIndex: layer.dialog,
  inset: `calc(${size.topbar} + ${space[6]} + env(safe-area-inset-top)) ${space[8]} auto`,
  maxBlockSize: `calc(100dvh - ${size.topbar} - 80px - env(safe-area-inset-bottom))`,
  display: "flex",
  flexDirection: "column",
  background: color.raised,
  borderRadius: radius.sheet,
  boxShadow: `${color.shadowOverlay}, 0 0 0 1px ${color.border}`,
  overflow: "hidden",
  selectors: { "&:focus-visible": { outline: "none" } },
  "@media": {
    [TABLE]: {
      insetInline: `auto ${space[20]}`,
      inlineSize: "408px",
      maxBlockSize: "min(640px, calc(100dvh - 80px))",
    },
    [MOVING]: {
      selectors: {
        "&[data-state=open]": { animation: `${dropIn} ${motion.in} ${motion.ease}` },
        "&[data-state=closed]": { animation: `${fadeOut} ${motion.out} ${motion.ease}` },
      },
    },
  },
});

export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  flex: "none",
  minBlockSize: "60px",
  padding: `${space[8]} ${space[6]} ${space[8]} ${space[16]}`,
  borderBlockEnd: `1px solid ${color.border}`,
});
globalStyle(`${head} button`, {
  paddingInline: space[8],
  minBlockSize: size.touch,
  fontSize: ".8125rem",
});

export const body = style({
  overflowY: "auto",
  overscrollBehavior: "contain",
  minBlockSize: 0,
  selectors: { "&:focus-visible": { outlineOffset: "-2px" } },
});

export const foot = style({
  flex: "none",
  padding: `${space[12]} ${space[16]}`,
  borderBlockStart: `1px solid ${color.border}`,
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});
