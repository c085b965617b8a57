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

/** Aligned with the fields. */
export const rangeButton = style({
  "@media": { [TABLE]: { paddingBlockStart: "1.5rem" } },
});

export const person = style({
  padding: `${space[8]} ${gutter} ${space[14]}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0 } },
  "@media": { [TABLE]: { paddingInline: space[20] } },
});

/** As many columns as the labels allow. */
export const figures = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 8.5em), 1fr))",
  gap: `${space[4]} ${space[16]}`,
});

/** Same height with and without a link. */
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

/** Sections of a tab, stacked; buttons keep their own width. */
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

/** Hashes, keys and stored texts wrap at any character. */
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

/** Stacked until they fit on one line. */
export const choices = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 9.4em), 1fr))",
  gap: space[8],
  "@media": { [TABLE]: { gridTemplateColumns: "minmax(0, 1fr) 200px 200px" } },
});
/** Reserves its height while it loads. */
export const search = style({
  gridColumn: "1 / -1",
  minBlockSize: size.field,
  "@media": { [TABLE]: { gridColumn: "auto" } },
});
export const rangeRoom = style({ minBlockSize: size.touch });

globalStyle(`${choices} select`, { inlineSize: "100%" });

/** Inline items that wrap. */
export const inline = style({
  alignItems: "center",
  display: "flex",
  flexWrap: "wrap",
  gap: `0 ${space[20]}`,
});

/** Touch height without growing the row. */
export const open = style({
  display: "block",
  maxInlineSize: "100%",
  paddingBlock: "11px",
  marginBlock: "-11px",
  textAlign: "start",
});

/** At most three lines; the event's page shows the full text. */
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
