import { globalStyle, style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

export const row = style({
  display: "grid",
  gridTemplateColumns: "5.6em minmax(0, 1fr) auto",
  alignItems: "center",
  columnGap: space[12],
  minBlockSize: "52px",
  padding: `${space[6]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0 } },
  "@media": { [TABLE]: { paddingInline: space[20] } },
});

export const name = style({ fontWeight: weight.label });

export const meter = style({ display: "block", inlineSize: "100%", blockSize: "8px" });
export const track = style({ fill: color.sunken });
export const fill = style({ fill: color.chart1 });

export const figure = style({
  minInlineSize: "3.6em",
  textAlign: "end",
  fontFamily: face.figures,
  fontWeight: weight.strong,
});
export const mark = style({
  display: "block",
  color: color.muted,
  font: `${weight.text} ${type[12]} ${face.text}`,
});
export const note = style({
  gridColumn: "1 / -1",
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
  paddingBlockEnd: space[6],
});

globalStyle(`${row}[data-high] ${fill}`, { fill: color.warn });
globalStyle(`${row}[data-high] ${figure}`, { color: color.warn });
