import { globalStyle, style } from "@vanilla-extract/css";

import { MOVING, TABLE } from "#web/theme/media.ts";
import { dropIn, fadeOut } from "#web/theme/motion.css.ts";
import { color, layer, motion, radius, size, space, weight } from "#web/theme/theme.css.ts";

import { said } from "./said.css.ts";

/**
 * Above the bottom bar of a phone, so that the head of the page and its button can be pressed;
 * else below the top bar. Both bars stay uncovered. The list scrolls instead of pushing the page.
 */
export const viewport = style({
  position: "fixed",
  zIndex: layer.toast,
  insetBlockEnd: `calc(80px + env(safe-area-inset-bottom))`,
  insetInline: 0,
  paddingInline: space[8],
  // Space for the shadow, which scrolling would cut off; it does not block presses.
  paddingBlockStart: space[32],
  pointerEvents: "none",
  maxBlockSize: `calc(100dvh - ${size.topbar} - 80px - ${space[16]})`,
  overflowY: "auto",
  display: "grid",
  gap: space[8],
  "@media": {
    [TABLE]: {
      insetBlock: `calc(${size.topbar} + ${space[8]}) auto`,
      insetInline: `auto ${space[4]}`,
      inlineSize: "396px",
      paddingBlock: `0 ${space[32]}`,
      maxBlockSize: `calc(100dvh - ${size.topbar} - ${space[16]})`,
    },
  },
});

export const toast = style([
  said,
  {
    pointerEvents: "auto",
    "@media": {
      [MOVING]: {
        selectors: {
          "&[data-state=open]": { animation: `${dropIn} ${motion.in} ${motion.ease}` },
          "&[data-state=closed]": { animation: `${fadeOut} ${motion.out} ${motion.ease}` },
        },
      },
    },
  },
]);
globalStyle(`${toast}[data-kind=success] > svg`, { color: color.inverseOk });
globalStyle(`${toast}[data-kind=error] > svg`, { color: color.inverseError });

export const words = style({ flex: 1, minInlineSize: 0, paddingBlock: space[8] });

export const action = style({
  flex: "none",
  minBlockSize: size.touch,
  paddingInline: space[12],
  borderRadius: radius.control,
  fontWeight: weight.strong,
  textDecoration: "underline",
  textUnderlineOffset: "3px",
  selectors: { "&:hover": { background: color.veil } },
});

export const close = style({
  display: "inline-grid",
  placeItems: "center",
  flex: "none",
  inlineSize: size.touch,
  blockSize: size.touch,
  borderRadius: radius.control,
  opacity: 0.8,
  selectors: { "&:hover": { background: color.veil, opacity: 1 } },
});
