import { globalStyle, style } from "@vanilla-extract/css";

import { color, face, size, space, weight } from "#web/theme/theme.css.ts";

export const brand = style({
  display: "inline-flex",
  alignItems: "center",
  gap: space[10],
  minBlockSize: size.touch,
  textDecoration: "none",
  font: `700 1.0625rem/1.5rem ${face.figures}`,
  letterSpacing: "-.01em",
  whiteSpace: "nowrap",
  fontWeight: weight.figure,
});

export const mark = style({ inlineSize: "28px", blockSize: "28px", flex: "none" });
export const sheet = style({ fill: color.accent });
export const paper = style({ fill: color.onAccent });
export const lines = style({ stroke: color.accent, strokeWidth: 1.4 });

/** On the dark green of the platform's side, the mark is white on green. */
export const onDeep = style({});
globalStyle(`${onDeep} ${sheet}`, { fill: color.onDeep });
globalStyle(`${onDeep} ${paper}`, { fill: color.deep });
globalStyle(`${onDeep} ${lines}`, { stroke: color.onDeep });
