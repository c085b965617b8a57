import { globalStyle, style } from "@vanilla-extract/css";

import { TILL_PANES } from "#web/theme/media.ts";
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
import { said } from "#web/ui/feedback/said.css.ts";

export const till = style({
  vars: { [gutter]: space[12] },
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gridTemplateRows: "auto minmax(0, 1fr) auto",
  blockSize: "100dvh",
  "@media": {
    [TILL_PANES]: {
      vars: { [gutter]: space[16] },
      gridTemplateColumns: "minmax(0, 3fr) minmax(340px, 2fr)",
      gridTemplateRows: "auto minmax(0, 1fr)",
    },
  },
});

export const frame = style({ "@media": { [TILL_PANES]: { gridColumn: "1 / -1" } } });
export const products = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  minBlockSize: 0,
});

/** Seen only with the focus. */
export const skip = style({
  position: "absolute",
  insetInlineStart: space[8],
  insetBlockStart: "-6rem",
  zIndex: layer.toast,
  minBlockSize: size.field,
  paddingInline: space[16],
  borderRadius: radius.control,
  background: color.inverse,
  color: color.onInverse,
  selectors: { "&:focus": { insetBlockStart: space[8] } },
});

/** With large text, what does not fit has a second line. */
export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${space[8]}`,
  minBlockSize: "52px",
  padding: `env(safe-area-inset-top) ${space[8]} 0 ${space[4]}`,
  background: color.surface,
  borderBlockEnd: `1px solid ${color.border}`,
  "@media": {
    // A cart and parked ones are still one line, so that nothing moves at the first item.
    "(max-width: 21.44em)": { columnGap: space[2] },
    [TILL_PANES]: { minBlockSize: size.topbar, paddingInlineEnd: space[16] },
  },
});
export const shop = style({
  flex: 1,
  minInlineSize: 0,
  display: "flex",
  alignItems: "baseline",
  gap: space[8],
  overflow: "hidden",
  whiteSpace: "nowrap",
});
globalStyle(`${shop} > h1`, { font: `${weight.strong} ${type[15]} ${face.figures}` });
export const shopName = style({
  font: `${weight.text} ${type[13]} ${face.text}`,
  color: color.muted,
  overflow: "hidden",
  textOverflow: "ellipsis",
  "@media": { "(max-width: 21.44em)": { display: "none" } },
});

/** Pressed all day: 48 px with any pointer. */
export const press = style({
  position: "relative",
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  gap: space[8],
  flex: "none",
  minInlineSize: size.field,
  minBlockSize: size.field,
  paddingInline: space[10],
  borderRadius: radius.control,
  color: color.muted,
  font: `${weight.strong} .9375rem/1.25rem ${face.figures}`,
  textDecoration: "none",
  whiteSpace: "nowrap",
  selectors: {
    "&:hover": { background: color.press, color: color.text },
    "&:active": { background: color.press },
  },
});
/** The person who sells. On a phone the lock lies over the initials, as there is no more room. */
export const seller = style([press, { paddingInline: space[4] }]);
export const lockMark = style({
  display: "grid",
  placeItems: "center",
  "@media": {
    "(max-width: 767px)": {
      position: "absolute",
      insetInlineEnd: 0,
      insetBlockEnd: space[2],
      inlineSize: "22px",
      blockSize: "22px",
      borderRadius: "50%",
      background: color.surface,
      color: color.text,
    },
  },
});
export const word = style({
  maxInlineSize: "9em",
  overflow: "hidden",
  textOverflow: "ellipsis",
  "@media": { "(max-width: 21.44em)": { display: "none" } },
});
export const count = style({
  minInlineSize: "20px",
  paddingInline: space[4],
  borderRadius: radius.pill,
  background: color.accentSoft,
  color: color.onAccentSoft,
  font: `${weight.strong} ${type[13]} ${face.figures}`,
  textAlign: "center",
});

export const unsent = style([
  press,
  {
    background: color.warnSoft,
    color: color.onWarnSoft,
    font: `${weight.label} ${type[13]} ${face.text}`,
  },
]);
/** Above the bottom bar. It covers the page and never moves it. */
export const snack = style([
  said,
  {
    position: "fixed",
    zIndex: layer.toast,
    insetInline: space[8],
    insetBlockEnd: `calc(80px + env(safe-area-inset-bottom))`,
    "@media": {
      [TILL_PANES]: {
        insetInline: `${space[16]} auto`,
        insetBlockEnd: space[16],
        maxInlineSize: "440px",
      },
    },
  },
]);
export const snackText = style({ flex: 1, minInlineSize: 0, paddingBlock: space[6] });
export const snackUndo = style({
  minBlockSize: size.field,
  paddingInline: space[16],
  borderRadius: radius.control,
  font: `${weight.strong} .9375rem/1.25rem ${face.figures}`,
  textDecoration: "underline",
  textUnderlineOffset: "3px",
  selectors: { "&:hover": { background: color.veil } },
});
