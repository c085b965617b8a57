import { globalStyle, style } from "@vanilla-extract/css";

import { color, face, gutter, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

export const find = style({ padding: `${space[8]} ${gutter}` });
export const list = style({
  flex: 1,
  minBlockSize: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  borderBlockStart: `1px solid ${color.border}`,
  paddingBlockEnd: "env(safe-area-inset-bottom)",
});
/** Always the full height, so that nothing jumps while someone types. */
export const tall = style({ minBlockSize: "min(420px, 60dvh)" });

export const row = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignItems: "center",
  gap: `0 ${space[12]}`,
  inlineSize: "100%",
  minBlockSize: "60px",
  padding: `${space[8]} ${gutter}`,
  borderBlockEnd: `1px solid ${color.border}`,
  selectors: {
    "button&:hover, &:has(> button:hover)": { background: color.hover },
    "&[aria-pressed=true]": { background: color.accentSoft, color: color.onAccentSoft },
    "&:focus-visible": { outlineOffset: "-3px" },
  },
});
export const rowButton = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignItems: "baseline",
  gap: `0 ${space[12]}`,
  minBlockSize: size.field,
});
export const rowTools = style({ display: "flex" });
export const title = style({ fontWeight: weight.label, overflowWrap: "anywhere" });
export const sub = style({
  gridColumn: 1,
  font: `${weight.text} ${type[13]} ${face.text}`,
  color: color.muted,
  overflowWrap: "anywhere",
});
globalStyle(`${rowButton} > ${sub}`, { gridColumn: "1 / -1" });
export const none = style({ padding: `${space[20]} ${gutter}`, color: color.muted });
export const words = style({ padding: `0 ${gutter} ${space[16]}`, display: "grid", gap: space[8] });
export const code = style({
  font: `${weight.strong} ${type[22]} ${face.figures}`,
  letterSpacing: ".03em",
  overflowWrap: "anywhere",
});

export const quantities = style({
  display: "grid",
  gridTemplateColumns: "repeat(4, minmax(0, 1fr))",
  gap: space[8],
});
export const quantity = style({
  display: "grid",
  placeItems: "center",
  minBlockSize: "56px",
  borderRadius: radius.control,
  background: color.bg,
  font: `${weight.strong} ${type[20]} ${face.figures}`,
  selectors: { "&:hover, &:active": { background: color.press } },
});
export const choice = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: space[8],
  minBlockSize: size.formButton,
  paddingInline: space[16],
  borderRadius: radius.control,
  border: `1px solid ${color.borderMid}`,
  font: `${weight.strong} .9375rem/1.25rem ${face.figures}`,
  selectors: {
    "&[aria-pressed=true]": {
      borderColor: color.accent,
      background: color.accentSoft,
      color: color.onAccentSoft,
    },
  },
});
globalStyle(`${choice}[aria-pressed=true] > svg`, { fill: "currentColor" });

export const keys = style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  gap: `${space[8]} ${space[16]}`,
  alignItems: "baseline",
});
export const key = style({
  display: "inline-grid",
  placeItems: "center",
  minInlineSize: "28px",
  padding: `${space[2]} ${space[6]}`,
  border: `1px solid ${color.borderMid}`,
  borderRadius: radius.badge,
  font: `${weight.strong} ${type[13]} ${face.figures}`,
});
