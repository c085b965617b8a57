import { style } from "@vanilla-extract/css";

import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const category = style({
  paddingBlock: `${space[16]} ${space[4]}`,
  font: `${weight.label} ${type[13]} ${face.text}`,
  color: color.muted,
});

/** The fields go below the name where there is no room beside it. */
export const row = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${space[4]} ${space[12]}`,
  paddingBlock: space[6],
  borderBlockStart: `1px solid ${color.border}`,
});

export const name = style({ flex: "1 1 8em", overflowWrap: "anywhere" });

export const inputs = style({
  flex: "0 1 11em",
  display: "grid",
  gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
  gap: space[8],
});

export const problem = style({ flex: "1 1 100%" });
