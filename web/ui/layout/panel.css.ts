import { globalStyle, style } from "@vanilla-extract/css";

import { MOUSE, SIDEBAR, TABLE } from "#web/theme/media.ts";
import { color, face, gutter, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

/** One panel per list, edge to edge on a phone; never a panel in a panel. */
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

export const pair = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[16],
  "@media": {
    [SIDEBAR]: {
      gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
      gap: `${space[24]} ${space[32]}`,
    },
  },
});
globalStyle(`${pair} > section`, {
  "@media": { [SIDEBAR]: { display: "flex", flexDirection: "column" } },
});
globalStyle(`${pair} > section > :last-child`, { "@media": { [SIDEBAR]: { flex: 1 } } });
// Rows share the height of the neighbouring panel, up to a limit.
globalStyle(`${pair} > section > ul`, {
  "@media": { [SIDEBAR]: { display: "flex", flexDirection: "column" } },
});
globalStyle(`${pair} > section > ul > li`, {
  "@media": { [SIDEBAR]: { flex: "1 0 auto", maxBlockSize: "84px", alignContent: "center" } },
});

export const row = style({
  position: "relative",
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

/** Covers the whole row, so that the target is as large as it looks. */
export const rowLink = style({
  display: "block",
  overflow: "hidden",
  textOverflow: "ellipsis",
  color: "inherit",
  textDecoration: "underline",
  textDecorationColor: color.borderStrong,
  textUnderlineOffset: "3px",
  "::after": { content: "''", position: "absolute", inset: 0 },
  selectors: {
    "&:hover": { textDecorationColor: "currentColor" },
    "&:focus-visible": { outline: "none" },
    "&:focus-visible::after": { outline: `2px solid ${color.focus}`, outlineOffset: "-4px" },
  },
});

export const rowSub = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${space[6]}`,
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});

// A long text stays beside its icon.
globalStyle(`${rowSub} > svg + span`, { flex: "1 1 0" });

export const rowText = style({
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
  overflowWrap: "anywhere",
});

export const rowEnd = style({ textAlign: "end" });
export const rowEndSub = style([rowSub, { justifyContent: "flex-end" }]);

export const lineRow = style([
  row,
  { minBlockSize: "52px", paddingBlock: space[6], "@media": { [MOUSE]: { minBlockSize: "48px" } } },
]);
export const lineTitle = style({ fontWeight: weight.label, overflowWrap: "anywhere" });
export const lineEnd = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "flex-end",
  alignItems: "baseline",
  gap: `0 ${space[12]}`,
});
/** The text before it keeps its edge, whatever the amount. */
export const lineMark = style({ minInlineSize: "92px", textAlign: "end" });
/** The narrowest phones keep the line for name and amount. */
export const lineNote = style({
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
  "@media": { "(max-width: 349px)": { display: "none" } },
});

/** A sentence in place of an empty list. */
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
  // As high as with a link, which is finger-sized.
  minBlockSize: `calc(${size.touch} + ${space[4]})`,
  paddingBlockEnd: space[4],
});
