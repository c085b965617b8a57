import { globalStyle, style } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { color, face, gutter, radius, space, type, weight } from "#web/theme/theme.css.ts";

export const hero = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: "40px",
  padding: `36px ${gutter} 0`,
  background: color.bg,
  borderBlockEnd: `1px solid ${color.border}`,
  overflow: "hidden",
  "@media": {
    [SIDEBAR]: { gridTemplateColumns: "minmax(0, 1fr) 520px", paddingBlockStart: "72px" },
  },
});
export const say = style({ "@media": { [SIDEBAR]: { paddingBlockEnd: "72px" } } });
export const actions = style({
  display: "grid",
  gap: space[8],
  marginBlock: `${space[24]} ${space[12]}`,
  "@media": { [TABLE]: { display: "flex" }, [SIDEBAR]: { marginBlockStart: space[32] } },
});

export const show = style({
  marginInline: `calc(-1 * ${gutter})`,
  "@media": {
    [SIDEBAR]: {
      marginInline: 0,
      position: "relative",
      display: "flex",
      justifyContent: "flex-end",
      alignItems: "end",
      minBlockSize: "528px",
    },
  },
});

export const phone = style({
  background: color.bg,
  borderBlockStart: `1px solid ${color.border}`,
  "@media": {
    [SIDEBAR]: {
      inlineSize: "300px",
      border: `3px solid ${color.text}`,
      borderBlockEnd: 0,
      borderRadius: "34px 34px 0 0",
      overflow: "hidden",
    },
  },
});
export const phoneTop = style({
  display: "none",
  "@media": {
    [SIDEBAR]: {
      display: "flex",
      justifyContent: "space-between",
      alignItems: "center",
      padding: `${space[14]} 18px ${space[10]}`,
      background: color.surface,
      borderBlockEnd: `1px solid ${color.border}`,
      font: `${weight.strong} .875rem/1.125rem ${face.figures}`,
    },
  },
});
export const online = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[8],
  color: color.muted,
  font: `${weight.label} ${type[12]} ${face.text}`,
});
globalStyle(`${online}::before`, {
  content: "",
  inlineSize: "8px",
  blockSize: "8px",
  borderRadius: radius.pill,
  background: color.accent,
});

export const grid = style({
  display: "grid",
  gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
  gridAutoRows: "100px",
  gap: space[8],
  padding: space[12],
  maxBlockSize: "232px",
  overflow: "hidden",
  "@media": {
    [TABLE]: { gridTemplateColumns: "repeat(6, minmax(0, 1fr))" },
    [SIDEBAR]: {
      gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
      gridAutoRows: "96px",
      gap: space[6],
      padding: space[10],
      maxBlockSize: "410px",
    },
  },
});
export const tile = style({
  position: "relative",
  display: "flex",
  flexDirection: "column",
  justifyContent: "space-between",
  padding: space[10],
  borderRadius: radius.control,
  border: `1px solid ${color.border}`,
  background: color.surface,
  font: `${weight.label} ${type[13]} ${face.text}`,
  selectors: {
    "&[data-in]": { borderColor: color.accent, boxShadow: `inset 0 0 0 1px ${color.accent}` },
  },
  "@media": {
    [SIDEBAR]: { padding: space[8], font: `${weight.label} .75rem/.9375rem ${face.text}` },
  },
});
globalStyle(`${tile} > b`, { font: `${weight.figure} 1rem/1.25rem ${face.figures}` });
export const times = style({
  position: "absolute",
  insetInlineEnd: "-1px",
  insetBlockEnd: "-1px",
  padding: space[8],
  borderRadius: "9px 0 9px 0",
  background: color.accent,
  color: color.onAccent,
  font: `${weight.figure} .8125rem/1rem ${face.figures}`,
});
export const bar = style({
  display: "grid",
  gridTemplateColumns: "55fr 45fr",
  alignItems: "center",
  gap: space[8],
  padding: `${space[8]} ${space[12]} ${space[8]} ${space[16]}`,
  background: color.surface,
  borderBlockStart: `1px solid ${color.border}`,
});
globalStyle(`${bar} small`, {
  display: "block",
  color: color.muted,
  font: `${weight.label} ${type[13]} ${face.text}`,
});
globalStyle(`${bar} b`, {
  font: `${weight.figure} 1.5rem/1.75rem ${face.figures}`,
  letterSpacing: "-.015em",
});
export const charge = style({
  display: "grid",
  placeItems: "center",
  minBlockSize: "52px",
  borderRadius: radius.control,
  background: color.accent,
  color: color.onAccent,
  font: `${weight.strong} ${type[18]} ${face.figures}`,
});

export const receipt = style({
  display: "none",
  "@media": {
    [SIDEBAR]: {
      display: "block",
      position: "absolute",
      insetInlineStart: "-4px",
      insetBlockEnd: "44px",
      inlineSize: "212px",
    },
  },
});
