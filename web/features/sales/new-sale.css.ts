import { style } from "@vanilla-extract/css";

import { TABLE, TWO_PANES } from "#web/theme/media.ts";
import { color, face, gutter, size, space, type, weight } from "#web/theme/theme.css.ts";

export const end = style({
  display: "grid",
  justifyItems: "end",
  rowGap: space[2],
});

/** Items and payment: one column on a phone, two panes on a wide screen. */
export const panes = style({
  flex: 1,
  minBlockSize: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[20],
  alignContent: "start",
  padding: `${space[8]} ${gutter} ${space[16]}`,
  "@media": {
    [TWO_PANES]: { gridTemplateColumns: "minmax(0, 1fr) 320px", gap: 0, padding: 0 },
  },
});

const pane = { display: "grid", gap: space[16], alignContent: "start", minInlineSize: 0 } as const;

export const items = style({
  ...pane,
  "@media": {
    [TWO_PANES]: { padding: `${space[8]} ${space[24]} ${space[20]}`, minBlockSize: "400px" },
  },
});

export const payment = style({
  ...pane,
  "@media": {
    [TWO_PANES]: {
      padding: `${space[8]} ${space[24]} ${space[20]}`,
      borderInlineStart: `1px solid ${color.border}`,
      alignContent: "space-between",
    },
  },
});
export const choices = style({ display: "grid", gap: space[16] });
export const bottom = style({ display: "grid", gap: space[16] });

export const lines = style({ borderBlockEnd: `1px solid ${color.border}` });
export const noLines = style({ color: color.muted, paddingBlock: space[12] });

export const line = style({
  display: "grid",
  gridTemplateColumns: "140px minmax(0, 1fr) 36px",
  gap: space[8],
  alignItems: "center",
  paddingBlock: space[12],
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0, paddingBlockStart: 0 } },
  "@media": {
    [TABLE]: {
      gridTemplateColumns: "minmax(0, 1fr) 136px 118px 92px 44px",
      gap: `${space[4]} ${space[12]}`,
      paddingBlock: space[8],
    },
  },
});

export const name = style({
  gridColumn: "1 / -1",
  gridRow: 1,
  paddingInlineEnd: "110px",
  fontWeight: weight.label,
  "@media": { [TABLE]: { gridColumn: 1, padding: 0 } },
});

export const lineTotal = style({
  gridColumn: "2 / 4",
  gridRow: 1,
  textAlign: "end",
  alignSelf: "start",
  "@media": { [TABLE]: { gridColumn: 4, gridRow: 1, alignSelf: "center" } },
});

/** Wider than its column, so that the icon aligns with the edge. */
export const remove = style({
  display: "block",
  inlineSize: "44px",
  "@media": { [TABLE]: { gridColumn: 5 } },
});

export const problem = style({
  gridColumn: "1 / -1",
  font: `${weight.label} ${type[13]} ${face.text}`,
  color: color.danger,
});
export const caution = style({
  gridColumn: "1 / -1",
  font: `${weight.label} ${type[13]} ${face.text}`,
  color: color.warn,
});

export const customer = style({ display: "grid", gap: space[6] });
export const chosen = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[8],
  minBlockSize: size.touch,
  fontWeight: weight.label,
});

/** Beside each other only where a date is shown whole. */
export const when = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 9.5em), 1fr))",
  gap: space[12],
});
