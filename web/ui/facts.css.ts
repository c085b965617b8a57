import { style } from "@vanilla-extract/css";

import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const facts = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 12em), 1fr))",
  gap: `${space[16]} ${space[16]}`,
});

export const fact = style({ display: "grid", gap: space[2] });

export const name = style({ color: color.muted, font: `${weight.label} ${type[13]} ${face.text}` });

export const value = style({ overflowWrap: "anywhere", whiteSpace: "pre-line" });
