import { createVar, globalStyle, style } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import {
  color,
  face,
  gutter,
  layer,
  radius,
  size,
  space,
  type,
  weight,
} from "#web/theme/theme.css.ts";

/** The button follows the text, or wraps below it if the line is too short. */
export const words = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: `${space[8]} ${space[16]}`,
});

/** Height of the shortcuts at the bottom of the window; 0 if there are none. */
export const foot = createVar();

export const app = style({
  vars: {
    [gutter]: space[16],
    [foot]: "calc(61px + env(safe-area-inset-bottom))",
  },
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gridTemplateRows: "auto 1fr",
  minBlockSize: "100dvh",
  "@media": {
    [TABLE]: { vars: { [gutter]: space[24] } },
    [SIDEBAR]: {
      vars: { [gutter]: space[32], [foot]: "0px" },
      gridTemplateColumns: `${size.sidebar} minmax(0, 1fr)`,
    },
  },
  selectors: {
    "&[data-side=platform]": { vars: { [foot]: "env(safe-area-inset-bottom, 0px)" } },
  },
});

export const skip = style({
  position: "absolute",
  insetInlineStart: space[8],
  insetBlockStart: "-6rem",
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
  padding: `${space[16]} ${gutter} calc(${foot} + ${space[24]})`,
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

/** Lets taps through to what is below it. */
export const asOf = style({
  position: "fixed",
  zIndex: layer.header,
  insetBlockEnd: `calc(${foot} + ${space[8]})`,
  insetInline: 0,
  inlineSize: "fit-content",
  marginInline: "auto",
  padding: `${space[4]} ${space[12]}`,
  borderRadius: radius.pill,
  background: color.infoSoft,
  color: color.onInfoSoft,
  font: `${weight.label} ${type[13]} ${face.text}`,
  pointerEvents: "none",
});

// Only the page itself is printed.
globalStyle(`${app} > :not(main)`, { "@media": { print: { display: "none" } } });
