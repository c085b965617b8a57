import { style } from "@vanilla-extract/css";

import { MOUSE, TABLE } from "#web/theme/media.ts";
import { color, face, gutter, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

/** One sheet per list, edge to edge on a phone; never a card in a card. */
export const panel = style({
  background: color.surface,
  borderBlock: `1px solid ${color.border}`,
  marginInline: `calc(-1 * ${gutter})`,
  "@media": {
    [TABLE]: {
      marginInline: 0,
      border: `1px solid ${color.border}`,
      borderRadius: radius.card,
      overflow: "hidden",
    },
  },
});

export const row = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  columnGap: space[16],
  alignItems: "center",
  minBlockSize: "64px",
  padding: `${space[10]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0 } },
  "@media": {
    [TABLE]: { paddingInline: space[20] },
    [MOUSE]: { minBlockSize: "56px", paddingBlock: "7px" },
  },
});

export const rowTitle = style({
  fontWeight: weight.label,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});

export const rowSub = style({
  display: "flex",
  alignItems: "center",
  gap: space[6],
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
  whiteSpace: "nowrap",
  overflow: "hidden",
});

export const rowText = style({
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
  overflowWrap: "anywhere",
});

export const rowEnd = style({ textAlign: "end" });
export const rowEndSub = style([rowSub, { justifyContent: "flex-end" }]);

/** A quiet sentence where a list has no rows. */
export const rowEmpty = style({
  padding: `${space[20]} ${gutter}`,
  color: color.muted,
  "@media": { [TABLE]: { paddingInline: space[20] } },
});

export const sectionHead = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[12],
  minBlockSize: size.touch,
  paddingBlockEnd: space[4],
});
