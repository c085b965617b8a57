import { style, styleVariants } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

export const row = style({
  display: "grid",
  gridTemplateColumns: "20px minmax(0, 1fr) auto",
  columnGap: space[12],
  alignItems: "center",
  minBlockSize: "52px",
  padding: `${space[8]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0 } },
  "@media": { [TABLE]: { paddingInline: space[20] } },
});

export const icon = styleVariants({
  calm: { color: color.muted },
  warning: { color: color.warn },
  wrong: { color: color.danger },
});

export const message = style({ lineHeight: "1.25rem", overflowWrap: "anywhere" });

export const time = style({
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
  whiteSpace: "nowrap",
});
