import { globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { MOUSE, TILL_PANES } from "#web/theme/media.ts";
import { color, face, gutter, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

const FIVE = "(min-width: 1100px)";

export const pane = style({
  minBlockSize: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  scrollbarWidth: "none",
  selectors: { "&:focus-visible": { outline: "none" } },
});

export const tools = style({
  display: "grid",
  gap: space[4],
  padding: `${space[10]} ${gutter} ${space[8]}`,
  "@media": { [TILL_PANES]: { paddingBlockStart: space[16] } },
});

/**
 * With the edge of the search, 8 px between two that are pressed. As high as these before they
 * appear, so that nothing moves.
 */
export const find = style({
  display: "flex",
  alignItems: "center",
  gap: space[6],
  minBlockSize: size.field,
});
globalStyle(`${find} > :first-child`, { flex: 1, minInlineSize: 0 });

export const hint = style({
  padding: `0 ${gutter} ${space[8]}`,
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});

/** The width of a column follows the text size, so that larger text gets wider tiles. */
export const grid = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(max(96px, 6.4em), 1fr))",
  gap: space[8],
  padding: `0 ${gutter} ${space[16]}`,
  "@media": {
    [TILL_PANES]: { gridTemplateColumns: "repeat(auto-fill, minmax(max(104px, 6.9em), 1fr))" },
    [FIVE]: { gridTemplateColumns: "repeat(auto-fill, minmax(max(128px, 8.2em), 1fr))" },
  },
});

export const tile = recipe({
  base: {
    position: "relative",
    display: "flex",
    flexDirection: "column",
    justifyContent: "space-between",
    gap: space[4],
    inlineSize: "100%",
    blockSize: "100%",
    minBlockSize: "100px",
    padding: space[10],
    borderRadius: radius.control,
    border: `1px solid ${color.border}`,
    background: color.surface,
    // A long press must not open the menu of the browser.
    userSelect: "none",
    WebkitTouchCallout: "none",
    touchAction: "manipulation",
    selectors: {
      "&:active": { background: color.press },
      "&:focus-visible": { outlineOffset: "1px" },
    },
    "@media": { [TILL_PANES]: { minBlockSize: "104px" } },
  },
  variants: {
    inCart: {
      true: { borderColor: color.accent, boxShadow: `inset 0 0 0 1px ${color.accent}` },
    },
    out: { true: { background: "transparent", color: color.muted } },
  },
});

/** Across the top of the tile, as high before the picture is there. */
export const picture = style({
  flex: "none",
  blockSize: "72px",
  margin: `calc(-1 * ${space[10]}) calc(-1 * ${space[10]}) ${space[4]}`,
  overflow: "hidden",
  borderRadius: "9px 9px 0 0",
  background: color.sunken,
  pointerEvents: "none",
});
globalStyle(`${picture} img`, { inlineSize: "100%", blockSize: "72px", objectFit: "cover" });

export const name = style({
  display: "-webkit-box",
  WebkitLineClamp: 3,
  WebkitBoxOrient: "vertical",
  overflow: "hidden",
  overflowWrap: "anywhere",
  font: `${weight.label} .8125rem/1.0625rem ${face.text}`,
  "@media": { [TILL_PANES]: { font: `${weight.label} .875rem/1.125rem ${face.text}` } },
});

/** The price is at the bottom, so that it stays when the stock or the count in the corner appears. */
export const foot = style({
  display: "flex",
  flexWrap: "wrap-reverse",
  alignItems: "baseline",
  justifyContent: "space-between",
  gap: space[4],
});
/** Leaves room for the count in the corner. */
globalStyle(`${tile.classNames.variants.inCart.true} > ${foot}`, { paddingInlineEnd: "34px" });

export const price = style({ font: `${weight.figure} 1rem/1.25rem ${face.figures}` });
export const stock = recipe({
  base: {
    font: `${weight.strong} ${type[12]} ${face.figures}`,
    whiteSpace: "nowrap",
    // On a phone there is no room for the price, this and the count: it has its own line from the start.
    flexBasis: "100%",
    "@media": { [TILL_PANES]: { flexBasis: "auto" } },
  },
  variants: { level: { low: { color: color.warn }, out: { color: color.danger } } },
});

export const inCart = style({
  position: "absolute",
  insetBlockEnd: "-1px",
  insetInlineEnd: "-1px",
  minInlineSize: "36px",
  minBlockSize: "32px",
  paddingInline: space[8],
  display: "grid",
  placeItems: "center",
  borderRadius: "9px 0",
  background: color.accent,
  color: color.onAccent,
  font: `${weight.figure} .9375rem/1 ${face.figures}`,
});

export const state = style({ padding: `0 ${gutter}` });
export const more = style({ padding: `0 ${gutter} ${space[16]}` });
export const bone = style({
  minBlockSize: "100px",
  borderRadius: radius.control,
  background: color.sunken,
  "@media": { [TILL_PANES]: { minBlockSize: "104px" } },
});
/** With a mouse the search is lower than what is pressed in it. */
export const searchEnd = style({ display: "flex", alignItems: "center", marginBlock: "-2px" });
export const slash = style({
  display: "none",
  marginInlineEnd: space[10],
  minInlineSize: "22px",
  minBlockSize: "22px",
  placeItems: "center",
  border: `1px solid ${color.borderMid}`,
  borderRadius: radius.badge,
  color: color.muted,
  font: `${weight.strong} ${type[12]} ${face.figures}`,
  "@media": { [MOUSE]: { display: "grid" } },
});
export const times = style({
  display: "grid",
  placeItems: "center",
  paddingInline: space[12],
  font: `${weight.figure} ${type[15]} ${face.figures}`,
  color: color.onAccentSoft,
});
