import { style } from "@vanilla-extract/css";

import { TABLE, WIDE } from "#web/theme/media.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

export const toggle = style({ display: "flex", gap: space[4], minInlineSize: 0, border: 0 });

/**
 * A grid with lines: each tile draws the lines above and before it, and the outermost lines are
 * clipped.
 */
export const tiles = style({ display: "flex", flexWrap: "wrap", overflow: "hidden" });

export const tile = style({
  flex: "1 1 15em",
  display: "grid",
  alignContent: "start",
  gap: space[4],
  margin: "-1px 0 0 -1px",
  padding: `${space[16]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
  borderInlineStart: `1px solid ${color.border}`,
  "@media": {
    [TABLE]: { paddingInline: space[20] },
    // Five per line.
    [WIDE]: { flexBasis: "18%", minInlineSize: 0, paddingInline: space[16] },
  },
});

export const name = style({
  font: `${weight.label} ${type[15]} ${face.text}`,
  letterSpacing: 0,
  overflowWrap: "anywhere",
});

export const revenue = style({ fontSize: "1.125rem", lineHeight: "1.5rem" });

export const rest = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${space[2]} ${space[12]}`,
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});
