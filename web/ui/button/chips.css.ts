import { globalStyle, style } from "@vanilla-extract/css";

import { MOUSE, TABLE } from "#web/theme/media.ts";
import { color, face, gutter, radius, size, space, weight } from "#web/theme/theme.css.ts";

/** On a phone the row reaches both screen edges, which shows that it scrolls. */
export const tillChips = style({
  display: "flex",
  gap: space[8],
  overflowX: "auto",
  scrollbarWidth: "none",
  marginInline: `calc(-1 * ${gutter})`,
  padding: `${space[4]} ${gutter}`,
});
export const chips = style([
  tillChips,
  { "@media": { [TABLE]: { flexWrap: "wrap", marginInline: 0, paddingInline: 0 } } },
]);

export const chip = style({
  flex: "none",
  position: "relative",
  display: "inline-flex",
  alignItems: "center",
  gap: space[8],
  minBlockSize: size.touch,
  paddingInline: space[14],
  borderRadius: radius.pill,
  border: `1px solid ${color.borderMid}`,
  background: color.surface,
  font: `${weight.label} .9375rem/1.25rem ${face.figures}`,
  cursor: "pointer",
  "@media": { [MOUSE]: { minBlockSize: "40px" } },
  selectors: {
    "&:has(:checked)": {
      background: color.inverse,
      borderColor: color.inverse,
      color: color.onInverse,
    },
    "&:has(:focus-visible)": { outline: `2px solid ${color.focus}`, outlineOffset: "2px" },
  },
});

export const tillChip = style([
  chip,
  { minBlockSize: size.field, "@media": { [MOUSE]: { minBlockSize: size.touch } } },
]);

export const count = style({ color: color.muted, minInlineSize: "1ch" });
globalStyle(`${chip}:has(:checked) > ${count}`, { color: "inherit" });

/**
 * Visually hidden: for the keyboard and screen readers. The chip around it is what people see and
 * press.
 */
export const radio = style({
  position: "absolute",
  inlineSize: "1px",
  blockSize: "1px",
  opacity: 0,
  pointerEvents: "none",
});
