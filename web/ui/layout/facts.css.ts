import { style } from "@vanilla-extract/css";

import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const facts = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 12em), 1fr))",
  gap: space[12],
});

/** One line each on a phone; name and value are side by side while they fit. */
export const fact = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  gap: `${space[2]} ${space[12]}`,
});

export const name = style({
  flex: "1 1 7em",
  color: color.muted,
  font: `${weight.label} ${type[13]} ${face.text}`,
});

export const value = style({ flex: "2 1 10em", overflowWrap: "anywhere", whiteSpace: "pre-line" });
