import { globalStyle, style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, size, space, type, weight, gutter, radius } from "#web/theme/theme.css.ts";

export const progress = style({ display: "grid", gap: space[8], fontWeight: weight.label });

export const bar = style({
  appearance: "none",
  inlineSize: "100%",
  blockSize: "8px",
  border: 0,
  borderRadius: radius.pill,
  overflow: "hidden",
  background: color.sunken,
  selectors: {
    "&::-webkit-progress-bar": { background: color.sunken },
    "&::-webkit-progress-value": { background: color.chart1 },
    "&::-moz-progress-bar": { background: color.chart1 },
  },
});

export const range = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 132px), 1fr))",
  alignItems: "start",
  gap: space[12],
  "@media": { [TABLE]: { gridTemplateColumns: "repeat(4, minmax(0, 160px)) auto" } },
});

/** Level with the fields, whatever stands above or below those. */
export const rangeButton = style({
  "@media": { [TABLE]: { paddingBlockStart: "1.5rem" } },
});

export const person = style({
  padding: `${space[8]} ${gutter} ${space[14]}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0 } },
  "@media": { [TABLE]: { paddingInline: space[20] } },
});

/** As many beside each other as their words let stand. */
export const figures = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 8.5em), 1fr))",
  gap: `${space[4]} ${space[16]}`,
});

/** As high with a link as without. */
export const count = style({
  display: "flex",
  alignItems: "center",
  minBlockSize: size.touch,
  font: `${weight.strong} ${type[18]} ${face.figures}`,
});

export const chosen = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${space[12]}`,
  fontWeight: weight.label,
});

/** Parts of a tab, one below the other; a button among them is as wide as its words. */
export const stack = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[16],
  alignContent: "start",
});
globalStyle(`${stack} > :is(button, a)`, { justifySelf: "start" });

export const note = style({
  color: color.muted,
  maxInlineSize: "42em",
});

/** Hashes, keys and stored texts: every letter counts, wherever the line ends. */
export const exact = style({
  font: `${weight.text} ${type[13]} ui-monospace, monospace`,
  overflowWrap: "anywhere",
  whiteSpace: "pre-wrap",
});

export const quiet = style({
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});

export const filters = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[8],
});
globalStyle(`${filters} > button`, { justifySelf: "start" });

/** Below each other until a line holds them all. */
export const choices = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 9.4em), 1fr))",
  gap: space[8],
  "@media": { [TABLE]: { gridTemplateColumns: "minmax(0, 1fr) 200px 200px" } },
});
/** Its room is kept while it comes. */
export const search = style({
  gridColumn: "1 / -1",
  minBlockSize: size.field,
  "@media": { [TABLE]: { gridColumn: "auto" } },
});
export const rangeRoom = style({ minBlockSize: size.touch });

globalStyle(`${choices} select`, { inlineSize: "100%" });

/** Things that follow each other in a line, while it holds them. */
export const inline = style({
  alignItems: "center",
  display: "flex",
  flexWrap: "wrap",
  gap: `0 ${space[20]}`,
});

/** As high as a finger, without making its row higher. */
export const open = style({
  display: "block",
  maxInlineSize: "100%",
  paddingBlock: "11px",
  marginBlock: "-11px",
  textAlign: "start",
});

/** Of three lines at most: all of it stands where it leads to. */
export const sentence = style({
  display: "-webkit-box",
  WebkitLineClamp: 3,
  WebkitBoxOrient: "vertical",
  overflow: "hidden",
  fontWeight: weight.label,
  textDecoration: "underline",
  textDecorationColor: color.borderMid,
  textUnderlineOffset: "4px",
});
