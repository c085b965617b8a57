import { style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const range = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 150px), 1fr))",
  alignItems: "start",
  gap: space[12],
  "@media": { [TABLE]: { gridTemplateColumns: "170px 170px auto", justifyContent: "start" } },
});

/** Aligned with the fields next to it, below their labels. */
export const rangeButton = style({
  "@media": { [TABLE]: { paddingBlockStart: "1.5rem" } },
});

/** A date and its buttons: on a phone below it, else beside it. */
export const oneDay = style({
  display: "grid",
  alignItems: "start",
  gap: space[8],
  "@media": { [TABLE]: { gridTemplateColumns: "170px auto", justifyContent: "start" } },
});

export const dayButtons = style([
  rangeButton,
  { display: "flex", flexWrap: "wrap", gap: space[8] },
]);

export const days = style({
  minBlockSize: "1.125rem",
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});

export const view = style({ display: "grid", gap: space[12] });

export const files = style({ display: "grid", gap: space[8] });

/** The table is outside the panel; this aligns it with the text in the panel. */
export const under = style({ "@media": { [TABLE]: { paddingInline: space[20] } } });
