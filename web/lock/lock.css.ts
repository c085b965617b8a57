import { style } from "@vanilla-extract/css";

import { color, face, gutter, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

export const screen = style({
  vars: { [gutter]: space[16] },
  display: "flex",
  flexDirection: "column",
  minBlockSize: "100dvh",
  padding: `env(safe-area-inset-top) ${gutter} env(safe-area-inset-bottom)`,
  background: color.bg,
});
export const head = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[12],
  minBlockSize: "52px",
});
export const shop = style({
  minInlineSize: 0,
  font: `${weight.label} ${type[15]} ${face.text}`,
  color: color.muted,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});
/** One column in the middle, on a tablet too: it is used with one hand. */
export const middle = style({
  flex: 1,
  display: "flex",
  flexDirection: "column",
  justifyContent: "center",
  gap: space[12],
  inlineSize: "min(100%, 400px)",
  marginInline: "auto",
  paddingBlock: space[12],
});
export const title = style({
  font: `${weight.figure} ${type[28]} ${face.figures}`,
  letterSpacing: "-.02em",
  overflowWrap: "anywhere",
  selectors: { "&:focus-visible": { outline: "none" } },
});
export const hint = style({ color: color.muted });
export const foot = style({
  display: "grid",
  placeItems: "center",
  minBlockSize: size.pay,
});

export const tiles = style({ display: "grid", gap: space[8] });
export const tile = style({
  display: "flex",
  alignItems: "center",
  gap: space[12],
  inlineSize: "100%",
  minBlockSize: "64px",
  padding: `${space[8]} ${space[16]}`,
  borderRadius: radius.card,
  border: `1px solid ${color.border}`,
  background: color.surface,
  textAlign: "start",
  selectors: { "&:hover": { background: color.hover }, "&:active": { background: color.press } },
});
export const tileText = style({ display: "grid", minInlineSize: 0 });
export const tileName = style({
  font: `${weight.strong} ${type[16]} ${face.text}`,
  overflowWrap: "anywhere",
});
export const tileRole = style({
  font: `${weight.text} ${type[13]} ${face.text}`,
  color: color.muted,
});

export const entry = style({ display: "grid", gap: space[8] });
export const dots = style({
  display: "flex",
  alignItems: "center",
  gap: space[16],
  minBlockSize: size.field,
});
const dotSize = { inlineSize: "14px", blockSize: "14px", borderRadius: "50%" } as const;
export const dot = style({ ...dotSize, border: `2px solid ${color.borderStrong}` });
export const dotFull = style({ ...dotSize, background: color.accent });
/** Always as high as one message, so that the keys never move. */
export const said = style({ minBlockSize: "56px" });

export const pad = style({
  display: "grid",
  gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
  gap: space[8],
});
const padKey = {
  display: "grid",
  placeItems: "center",
  minBlockSize: "60px",
  borderRadius: radius.control,
} as const;
export const key = style({
  ...padKey,
  background: color.surface,
  border: `1px solid ${color.border}`,
  font: `${weight.strong} ${type[24]} ${face.figures}`,
  selectors: {
    "&:hover:enabled": { background: color.hover },
    "&:active:enabled": { background: color.press },
    "&:disabled": { color: color.faint, background: color.sunken },
  },
});
export const enter = style({
  ...padKey,
  background: color.accent,
  color: color.onAccent,
  font: `${weight.strong} ${type[16]} ${face.figures}`,
  selectors: {
    "&:hover:enabled": { background: color.accentHover },
    "&:active:enabled": { background: color.accentPress },
    "&:disabled": { background: color.sunken, color: color.faint },
  },
});
