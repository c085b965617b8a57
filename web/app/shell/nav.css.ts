import { style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { LARGE_TEXT, SIDEBAR } from "#web/theme/media.ts";
import {
  color,
  face,
  layer,
  motion,
  radius,
  size,
  space,
  type,
  weight,
} from "#web/theme/theme.css.ts";

export const list = style({ display: "grid", gap: space[2] });

const entryBase = style({
  display: "flex",
  alignItems: "center",
  gap: space[12],
  paddingInline: space[12],
  borderRadius: radius.control,
  color: color.muted,
  textDecoration: "none",
  fontFamily: face.figures,
  fontWeight: weight.label,
  transition: `background-color ${motion.press} ${motion.ease}`,
  selectors: {
    "&:hover": { background: color.press, color: color.text },
    "&[aria-current=page]": {
      background: color.accentSoft,
      color: color.onAccentSoft,
      fontWeight: weight.strong,
    },
  },
});

export const entry = recipe({
  base: entryBase,
  variants: {
    place: {
      sidebar: { minBlockSize: "40px" },
      menu: { minBlockSize: size.field, fontSize: "1rem" },
    },
    sell: {
      true: {
        color: color.accent,
        fontWeight: weight.strong,
        marginBlockEnd: space[8],
        selectors: { "&:hover": { color: color.accentHover, background: color.accentSoft } },
      },
    },
  },
});

export const sidebar = style({
  display: "flex",
  flexDirection: "column",
  gap: space[20],
  position: "sticky",
  insetBlockStart: 0,
  blockSize: "100dvh",
  gridRow: "1 / 3",
  zIndex: layer.side,
  padding: `${space[16]} ${space[12]}`,
  borderInlineEnd: `1px solid ${color.border}`,
  overflowY: "auto",
});

/** As high as the top bar. */
export const brand = style({
  paddingInline: space[8],
  "@media": { [SIDEBAR]: { marginBlock: "-2px" } },
});

export const foot = style({
  marginBlockStart: "auto",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[8],
  padding: `${space[8]} 0 0 ${space[4]}`,
  borderBlockStart: `1px solid ${color.border}`,
});
export const theme = style({ color: color.muted });
export const person = style({ display: "flex", alignItems: "center", gap: space[4] });
export const account = style({
  flex: 1,
  minInlineSize: 0,
  display: "flex",
  alignItems: "center",
  minBlockSize: size.field,
  borderRadius: radius.control,
  color: "inherit",
  textDecoration: "none",
  transition: `background-color ${motion.press} ${motion.ease}`,
  selectors: {
    "&:hover": { background: color.press },
    "&[aria-current=page]": { boxShadow: `inset 0 0 0 1px ${color.border}` },
  },
});

/** Shortcuts at the bottom, within reach of the thumb. */
export const tabbar = style({
  position: "fixed",
  inset: "auto 0 0",
  zIndex: layer.bottom,
  display: "grid",
  gridAutoFlow: "column",
  gridAutoColumns: "minmax(0, 1fr)",
  background: color.surface,
  borderBlockStart: `1px solid ${color.border}`,
  padding: `0 ${space[4]} env(safe-area-inset-bottom)`,
});

export const tab = recipe({
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    justifyItems: "center",
    alignContent: "center",
    gap: space[2],
    minBlockSize: size.tabbar,
    minInlineSize: 0,
    textDecoration: "none",
    color: color.muted,
    font: `${weight.label} ${type[12]} ${face.figures}`,
    selectors: { "&[aria-current=page]": { color: color.accent, fontWeight: weight.figure } },
  },
  variants: { sell: { true: { color: color.text } } },
});

/** Large text leaves the icons; the names are still read out. */
export const tabName = style({
  maxInlineSize: "100%",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  "@media": { [LARGE_TEXT]: { fontSize: 0, lineHeight: 0 } },
});

export const pill = recipe({
  base: {
    display: "grid",
    placeItems: "center",
    inlineSize: "52px",
    blockSize: "28px",
    borderRadius: radius.pill,
    selectors: {
      "[aria-current=page] > &": { background: color.accentSoft, color: color.onAccentSoft },
    },
  },
  variants: { sell: { true: { background: color.accent, color: color.onAccent } } },
});
