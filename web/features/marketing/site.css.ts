import { style } from "@vanilla-extract/css";

import { SIDEBAR } from "#web/theme/media.ts";
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

export const site = style({
  vars: { [gutter]: space[20] },
  minBlockSize: "100dvh",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gridTemplateRows: "auto 1fr auto",
  background: color.surface,
  overflowX: "clip",
  "@media": { [SIDEBAR]: { vars: { [gutter]: "max(32px, calc((100vw - 1120px) / 2))" } } },
});

export const skip = style({
  position: "absolute",
  insetBlockStart: "-100px",
  insetInlineStart: space[12],
  zIndex: layer.toast,
  padding: `${space[12]} ${space[16]}`,
  borderRadius: radius.control,
  background: color.inverse,
  color: color.onInverse,
  selectors: { "&:focus": { insetBlockStart: space[8] } },
});

export const head = style({
  position: "sticky",
  insetBlockStart: 0,
  zIndex: layer.header,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${space[8]}`,
  minBlockSize: "64px",
  paddingInline: `${gutter} ${space[8]}`,
  background: color.surface,
  borderBlockEnd: `1px solid ${color.border}`,
  "@media": { [SIDEBAR]: { gap: space[12], minBlockSize: "72px", paddingInlineEnd: gutter } },
});

export const brand = style({
  marginInlineEnd: "auto",
  "@media": { [SIDEBAR]: { marginInlineEnd: space[32] } },
});

export const nav = style({ flex: 1 });
export const navList = style({ display: "flex", gap: space[4] });
const link = {
  display: "inline-flex",
  alignItems: "center",
  minBlockSize: size.touch,
  borderRadius: radius.control,
  color: color.muted,
  textDecoration: "none",
  selectors: { "&:hover, &[aria-current=page]": { color: color.text } },
} as const;
export const navLink = style([
  link,
  { paddingInline: space[12], font: `${weight.label} ${type[15]} ${face.figures}` },
]);

export const menuBrand = style({ paddingInline: space[8] });
export const menuLink = style([
  link,
  {
    inlineSize: "100%",
    minBlockSize: size.field,
    paddingInline: space[12],
    font: `${weight.label} ${type[16]} ${face.figures}`,
    selectors: {
      "&[aria-current=page]": { background: color.accentSoft, color: color.onAccentSoft },
    },
  },
]);

/** Full height while a page loads, so that the footer does not jump. */
export const main = style({
  minBlockSize: "100dvh",
  selectors: { "&:focus-visible": { outline: "none" } },
});

export const foot = style({
  display: "grid",
  gap: space[16],
  padding: `${space[32]} ${gutter} 40px`,
  "@media": {
    [SIDEBAR]: {
      gridTemplateColumns: "auto 1fr auto",
      alignItems: "center",
      gap: "40px",
      paddingBlock: space[32],
    },
  },
});
export const footList = style({ display: "flex", flexWrap: "wrap", gap: `0 ${space[20]}` });
export const footLink = style([link, { minInlineSize: size.touch }]);
export const hours = style({ color: color.muted, font: `${weight.text} ${type[13]} ${face.text}` });
