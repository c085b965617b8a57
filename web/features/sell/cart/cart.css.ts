import { globalStyle, style } from "@vanilla-extract/css";

import { TILL_PANES } from "#web/theme/media.ts";
import { color, face, gutter, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

const IN_ONE_LINE = "(min-width: 1100px)";

export const pane = style({
  vars: { [gutter]: space[20] },
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gridTemplateRows: "auto minmax(0, 1fr) auto",
  minBlockSize: 0,
  background: color.surface,
  borderInlineStart: `1px solid ${color.border}`,
});
export const paneHead = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: `0 ${space[8]}`,
  minBlockSize: "64px",
  padding: `${space[8]} ${space[8]} ${space[8]} ${gutter}`,
  borderBlockEnd: `1px solid ${color.border}`,
});
export const tools = style({ display: "flex", flexWrap: "wrap", gap: space[8] });

export const lines = style({
  minBlockSize: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  flex: 1,
});
export const empty = style({ padding: `${space[20]} ${gutter}`, color: color.muted });

export const said = style({
  display: "block",
  padding: `${space[12]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
});
export const undo = style({
  display: "flex",
  alignItems: "center",
  gap: space[8],
  inlineSize: "100%",
  minBlockSize: size.field,
  paddingInline: gutter,
  borderBlockStart: `1px solid ${color.border}`,
  color: color.muted,
  font: `${weight.strong} .9375rem/1.25rem ${face.figures}`,
  selectors: { "&:hover": { background: color.hover, color: color.text } },
});

/** One line of it; the sheet shows it whole. */
export const note = style({
  minInlineSize: 0,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});

export const line = style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr) auto",
  gap: `${space[4]} ${space[12]}`,
  alignItems: "center",
  padding: `${space[8]} ${gutter} ${space[12]}`,
  borderBlockStart: `1px solid ${color.border}`,
  // A sideways swipe removes the line; vertical panning still scrolls.
  touchAction: "pan-y",
  selectors: {
    "&:first-child": { borderBlockStart: 0 },
    "&[data-newest]": { background: color.accentSoft },
  },
  "@media": {
    [IN_ONE_LINE]: {
      gridTemplateColumns: "minmax(0, 1fr) auto 96px",
      gap: `0 ${space[12]}`,
      paddingBlock: space[10],
    },
  },
});
export const lineName = style({
  gridColumn: "1 / 3",
  minBlockSize: size.field,
  minInlineSize: 0,
  display: "grid",
  alignContent: "center",
  fontWeight: weight.label,
  overflowWrap: "anywhere",
  selectors: { "&:hover": { textDecoration: "underline", textUnderlineOffset: "3px" } },
  "@media": { [IN_ONE_LINE]: { gridColumn: 1, minBlockSize: "28px" } },
});
export const lineTotal = style({
  gridColumn: 3,
  textAlign: "end",
  "@media": { [IN_ONE_LINE]: { gridRow: "1 / 3" } },
});
export const lineNote = style({
  gridColumn: "2 / 4",
  gridRow: 2,
  font: `${weight.text} ${type[13]} ${face.figures}`,
  color: color.muted,
  selectors: { "[data-newest] > &": { color: color.text } },
  "@media": { [IN_ONE_LINE]: { gridColumn: 1 } },
});
export const short = style({ color: color.warn, fontWeight: weight.label });
export const stepper = style({
  gridColumn: 1,
  gridRow: 2,
  display: "grid",
  gridTemplateColumns: `${size.field} minmax(44px, auto) ${size.field}`,
  alignItems: "center",
  textAlign: "center",
  "@media": { [IN_ONE_LINE]: { gridColumn: 2, gridRow: "1 / 3" } },
});
export const step = style({
  display: "grid",
  placeItems: "center",
  minBlockSize: size.field,
  borderRadius: radius.control,
  background: color.bg,
  selectors: {
    "&:hover, &:active": { background: color.press },
    "[data-newest] &": { background: color.raised },
    "[data-newest] &:active": { background: color.press },
  },
});
export const quantity = style({ font: `${weight.figure} ${type[18]} ${face.figures}` });

export const foot = style({
  display: "grid",
  gap: space[16],
  flex: "none",
  padding: `${space[12]} ${gutter} calc(${space[12]} + env(safe-area-inset-bottom))`,
  borderBlockStart: `1px solid ${color.border}`,
  "@media": { [TILL_PANES]: { paddingBlock: `${space[16]} ${space[20]}` } },
});

/** The button with the total. Its position never changes. */
export const charge = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${space[16]}`,
  inlineSize: "100%",
  minBlockSize: "60px",
  padding: `${space[4]} ${space[20]}`,
  borderRadius: radius.control,
  background: color.accent,
  color: color.onAccent,
  font: `${weight.strong} ${type[20]} ${face.figures}`,
  selectors: {
    "&:hover": { background: color.accentHover },
    "&:active": { background: color.accentPress },
    "&:disabled": { background: color.press, color: color.faint, cursor: "not-allowed" },
    "&[aria-busy=true]": { cursor: "progress" },
  },
  "@media": { [TILL_PANES]: { minBlockSize: "72px" } },
});
globalStyle(`${charge} > :nth-child(2)`, { marginInlineStart: "auto" });
export const key = style({
  display: "none",
  padding: `2px ${space[6]}`,
  borderRadius: radius.badge,
  background: color.veil,
  font: `${weight.strong} ${type[12]} ${face.figures}`,
  "@media": { "(pointer: fine) and (min-width: 1024px)": { display: "inline-grid" } },
});

export const bar = style({
  display: "grid",
  gridTemplateColumns: "minmax(min-content, 55fr) minmax(min-content, 45fr)",
  gap: space[8],
  alignItems: "center",
  minBlockSize: "72px",
  padding: `${space[8]} ${space[12]} calc(${space[8]} + env(safe-area-inset-bottom)) 0`,
  background: color.surface,
  borderBlockStart: `1px solid ${color.border}`,
});
export const barOpen = style({
  display: "grid",
  alignContent: "center",
  minBlockSize: size.pay,
  paddingInlineStart: space[16],
  selectors: { "&:focus-visible": { outlineOffset: "-3px" } },
});
export const barCount = style({
  display: "flex",
  alignItems: "center",
  gap: space[4],
  font: `${weight.label} ${type[13]} ${face.text}`,
  color: color.muted,
});
export const barTotal = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  font: `${weight.figure} ${type[24]} ${face.figures}`,
  letterSpacing: "-.015em",
});
export const barCharge = style([
  charge,
  {
    justifyContent: "center",
    minBlockSize: size.pay,
    font: `${weight.strong} 1.125rem/1.5rem ${face.figures}`,
  },
]);
