import { globalStyle, style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, gutter, radius, space, type, weight } from "#web/theme/theme.css.ts";

export const list = style({
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
  gap: space[8],
  padding: `${space[12]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0 } },
  "@media": { [TABLE]: { paddingInline: space[20] } },
});

export const title = style({
  font: `${weight.strong} ${type[15]} ${face.text}`,
  overflowWrap: "anywhere",
});

/** Links are finger-sized, so the line needs no space of its own. */
export const facts = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${space[16]}`,
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});

/** Side by side where they fit. */
export const versions = style({
  display: "grid",
  gap: `${space[8]} ${space[24]}`,
  margin: 0,
  "@media": { [TABLE]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});
globalStyle(`${versions} dt`, {
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});
globalStyle(`${versions} dd`, { margin: 0, overflowWrap: "anywhere" });

export const ways = style({
  display: "flex",
  flexWrap: "wrap",
  gap: space[8],
});

export const more = style({ marginBlockStart: space[12], color: color.muted });

export const intro = style({ maxInlineSize: "44rem", marginBlockEnd: space[16] });

/** Of the rules: what meets, then what Tillbook does. */
export const rule = style([
  row,
  {
    gap: space[4],
    "@media": {
      [TABLE]: { gridTemplateColumns: "minmax(0, 2fr) minmax(0, 3fr)", columnGap: space[24] },
    },
  },
]);
globalStyle(`${rule} > h2`, { font: `${weight.label} ${type[15]} ${face.text}` });
