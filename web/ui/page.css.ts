import { style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, size, space, type, weight } from "#web/theme/theme.css.ts";

export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: `${space[8]} ${space[16]}`,
  minBlockSize: size.touch,
});

export const tools = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[8],
});

export const toolbar = style({
  display: "grid",
  gap: space[12],
  "@media": {
    [TABLE]: { gridTemplateColumns: "minmax(0, 360px) 1fr", alignItems: "center" },
  },
});

export const count = style({
  display: "block",
  font: `${weight.text} ${type[13]} ${face.text}`,
  color: color.muted,
  "@media": { [TABLE]: { textAlign: "end" } },
});
