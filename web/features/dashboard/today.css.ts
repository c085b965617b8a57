import { style } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { color, face, gutter, radius, space, type, weight } from "#web/theme/theme.css.ts";
import { leadFont, longLead } from "#web/ui/chart/money.css.ts";

/** One column on a phone; beside each other where there is room. */
export const card = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[16],
  padding: `${space[16]} ${gutter}`,
  "@media": {
    [TABLE]: { padding: space[20] },
    [SIDEBAR]: {
      gridTemplateColumns: "minmax(0, 1.3fr) minmax(0, 1fr) minmax(0, 1fr)",
      alignItems: "end",
      gap: space[32],
    },
  },
});

export const figure = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  minBlockSize: "2.6875rem",
  font: leadFont,
  letterSpacing: "-.02em",
});

export const longFigure = style([figure, longLead]);

/** Reserves two lines, which a phone needs. */
export const note = style({
  minBlockSize: "2lh",
  marginBlockStart: space[6],
  font: `${weight.text} ${type[13]} ${face.text}`,
  color: color.muted,
});

export const methods = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr))",
  gap: `${space[10]} ${space[16]}`,
});
export const name = style({ font: `${weight.label} ${type[13]} ${face.text}`, color: color.muted });

export const week = style({
  display: "grid",
  gridTemplateColumns: "repeat(7, minmax(0, 1fr))",
  gap: space[8],
  minBlockSize: "5.5rem",
});
export const day = style({
  display: "grid",
  gridTemplateRows: "minmax(0, 1fr) auto",
  gap: space[4],
  textAlign: "center",
  font: `${weight.label} ${type[12]} ${face.text}`,
  color: color.muted,
});
export const track = style({
  display: "flex",
  alignItems: "flex-end",
  borderBlockEnd: `1px solid ${color.borderStrong}`,
});
export const bar = style({
  inlineSize: "100%",
  borderRadius: `${radius.badge} ${radius.badge} 0 0`,
  background: color.chart1,
});
