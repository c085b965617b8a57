import { style } from "@vanilla-extract/css";

import { MOUSE, TABLE } from "#web/theme/media.ts";
import { color, face, gutter, radius, size, space, type, weight } from "#web/theme/theme.css.ts";
import { bone } from "#web/ui/feedback/state.css.ts";

export const pad = style({
  display: "flex",
  flexDirection: "column",
  padding: `${space[16]} ${gutter}`,
  "@media": { [TABLE]: { padding: space[20] } },
});

export const legend = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  gap: `0 ${space[12]}`,
  minBlockSize: "1.125rem",
  marginBlockEnd: space[8],
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});

export const key = style({ display: "inline-flex", alignItems: "center", gap: space[8] });
export const swatch = style({ inlineSize: "14px", blockSize: "14px" });

/** Reserves the height of the drawing. */
export const plot = style({ blockSize: "264px" });

export const plotBones = style({
  display: "grid",
  gridAutoFlow: "column",
  gridAutoColumns: "1fr",
  alignItems: "end",
  gap: "7%",
  blockSize: "232px",
  paddingInline: "3%",
  borderBlockEnd: `1px solid ${color.border}`,
});
export const plotBone = style([bone, { borderRadius: `${radius.badge} ${radius.badge} 0 0` }]);

export const drawing = style({
  display: "block",
  inlineSize: "100%",
  blockSize: "264px",
  overflow: "visible",
});

export const axisText = style({
  font: `${weight.label} ${type[12]} ${face.figures}`,
  fill: color.muted,
});
export const valueText = style([axisText, { fontWeight: weight.strong, fill: color.text }]);
export const fill = style({ fill: color.chart1 });
export const hatchGround = style({ fill: color.surface });
export const baseline = style({ stroke: color.borderStrong, strokeWidth: 1 });

/** A bar below a row: its share of the largest. */
export const bar = style({
  gridColumn: "1 / -1",
  display: "block",
  inlineSize: "100%",
  blockSize: "6px",
  marginBlockStart: space[6],
});

export const data = style({ marginBlockStart: space[4] });
export const summary = style({
  display: "flex",
  alignItems: "center",
  inlineSize: "fit-content",
  minBlockSize: size.touch,
  marginBlockEnd: "-12px",
  color: color.accent,
  font: `${weight.label} ${type[13]} ${face.text}`,
  cursor: "pointer",
  selectors: { [`${data}[open] > &`]: { marginBlockEnd: 0 } },
  "@media": { [MOUSE]: { minBlockSize: "40px" }, print: { display: "none" } },
});

export const tableWaiting = style([
  data,
  { minBlockSize: "32px", "@media": { [MOUSE]: { minBlockSize: "28px" } } },
]);

export const table = style({ tableLayout: "auto" });
const cell = style({
  padding: `${space[6]} 0 ${space[6]} ${space[12]}`,
  textAlign: "end",
  overflowWrap: "anywhere",
  selectors: { "&:first-child": { textAlign: "start", paddingInlineStart: 0 } },
});
export const headCell = style([
  cell,
  { color: color.muted, font: `${weight.text} ${type[13]} ${face.text}`, verticalAlign: "bottom" },
]);
export const bodyCell = style([
  cell,
  {
    borderBlockStart: `1px solid ${color.border}`,
    fontWeight: "inherit",
    "@media": {
      "(max-width: 699px)": { font: `${weight.text} ${type[13]} ${face.text}` },
    },
  },
]);
