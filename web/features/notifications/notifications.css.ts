import { globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { color, face, size, space, type, weight } from "#web/theme/theme.css.ts";

export const row = style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "20px minmax(0, 1fr)",
  gap: space[12],
  padding: `${space[12]} ${space[8]} ${space[4]} ${space[16]}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0 } },
});
const unread = `${row}[data-unread]`;

export const sign = recipe({
  base: { paddingBlockStart: "1px" },
  variants: {
    type: {
      success: { color: color.accent },
      error: { color: color.danger },
      warning: { color: color.warn },
      info: { color: color.info },
    },
  },
});

export const title = style({
  display: "flex",
  justifyContent: "space-between",
  gap: space[12],
  paddingInlineEnd: space[8],
});
globalStyle(`${title} > b`, { fontWeight: weight.label });
globalStyle(`${unread} ${title} > b`, { fontWeight: weight.figure });
globalStyle(`${title} > time`, {
  font: `${weight.text} ${type[13]} ${face.text}`,
  lineHeight: "1.375rem",
  color: color.muted,
});
globalStyle(`${unread} ${title} > time::before`, {
  content: "",
  display: "inline-block",
  inlineSize: "8px",
  blockSize: "8px",
  marginInlineEnd: space[8],
  borderRadius: "50%",
  background: color.accent,
});

export const message = style({
  color: color.muted,
  paddingInlineEnd: space[8],
  lineHeight: "1.25rem",
  overflowWrap: "anywhere",
});
globalStyle(`${unread} ${message}`, { color: color.text });

export const actions = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  minBlockSize: size.touch,
});
globalStyle(`${actions} > span`, {
  position: "relative",
  zIndex: 1,
  display: "flex",
  marginInlineStart: "auto",
});

/** Needs no border of its own, because the panel's head has one. */
export const nothing = style({ paddingInline: space[16], marginBlockStart: "-1px" });

// What a notification names opens by a press anywhere on it, except on its buttons.
globalStyle(`${actions} > a::after`, { content: "", position: "absolute", inset: 0 });
