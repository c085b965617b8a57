import { globalStyle, style } from "@vanilla-extract/css";

import { TILL_PANES } from "#web/theme/media.ts";
import {
  color,
  face,
  gutter,
  layer,
  radius,
  size,
  space,
  type,
  weight,
} from "#web/theme/theme.css.ts";

/** Fills a phone screen; on wider screens it is next to the products. */
export const panel = style({
  vars: { [gutter]: space[16] },
  position: "fixed",
  inset: 0,
  zIndex: layer.dialog,
  background: color.surface,
  display: "flex",
  flexDirection: "column",
  overflowY: "auto",
  paddingBlockStart: "env(safe-area-inset-top)",
  selectors: { "&:focus-visible": { outline: "none" } },
  "@media": {
    [TILL_PANES]: {
      vars: { [gutter]: space[20] },
      position: "static",
      zIndex: "auto",
      minBlockSize: 0,
      borderInlineStart: `1px solid ${color.border}`,
    },
  },
});

/** The receipt without its code. */
export const bare = style({
  display: "grid",
  justifyItems: "start",
  gap: space[12],
  padding: `${space[24]} ${gutter}`,
});

export const head = style({
  display: "flex",
  alignItems: "center",
  gap: space[4],
  flex: "none",
  minBlockSize: "52px",
  paddingInline: space[4],
});

export const due = style({ padding: `0 ${gutter} ${space[12]}` });
export const label = style({
  font: `${weight.label} ${type[13]} ${face.text}`,
  color: color.muted,
});
export const figure = style({
  display: "inline-block",
  font: `${weight.figure} ${type[40]} ${face.figures}`,
  lineHeight: 1,
  letterSpacing: "-.02em",
  padding: `${space[4]} 0 7px`,
  borderBlockEnd: "3px double currentColor",
});
export const parts = style({ padding: `0 ${gutter} ${space[8]}` });
export const part = style({
  display: "flex",
  alignItems: "center",
  gap: space[12],
  minBlockSize: size.field,
  borderBlockStart: `1px solid ${color.border}`,
});
globalStyle(`${part} > :nth-child(2)`, { marginInlineStart: "auto" });

export const tenders = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(4.4em, 1fr))",
  gap: space[8],
  paddingInline: gutter,
});
export const tender = style({
  position: "relative",
  display: "grid",
  justifyItems: "center",
  alignContent: "center",
  gap: "3px",
  minBlockSize: "60px",
  border: `1px solid ${color.borderMid}`,
  borderRadius: radius.control,
  font: `${weight.label} ${type[13]} ${face.figures}`,
  textAlign: "center",
  cursor: "pointer",
  selectors: {
    "&:has(:checked)": {
      borderColor: color.accent,
      boxShadow: `inset 0 0 0 1px ${color.accent}`,
      background: color.accentSoft,
      color: color.onAccentSoft,
      fontWeight: weight.strong,
    },
    "&:has(:focus-visible)": { outline: `2px solid ${color.focus}`, outlineOffset: "2px" },
  },
  "@media": { "(max-height: 660px) and (max-width: 767px)": { minBlockSize: "52px" } },
});
export const radio = style({ position: "absolute", opacity: 0, pointerEvents: "none" });

export const cash = style({
  display: "grid",
  gridTemplateColumns: "minmax(min-content, 1.35fr) repeat(3, minmax(min-content, 1fr))",
  gap: space[8],
  padding: `${space[12]} ${gutter} ${space[4]}`,
  selectors: { "&[inert]": { opacity: 0.4 } },
  "@media": { [TILL_PANES]: { paddingBlock: space[16] } },
});
export const cashKey = style({
  minBlockSize: size.pay,
  paddingInline: space[4],
  border: `1px solid ${color.borderMid}`,
  borderRadius: radius.control,
  font: `${weight.figure} 1.125rem/1.375rem ${face.figures}`,
  textAlign: "center",
  selectors: { "&:hover": { background: color.hover }, "&:active": { background: color.press } },
});
export const exact = style({
  display: "block",
  font: `${weight.label} .75rem/.875rem ${face.figures}`,
  color: color.muted,
});
export const reference = style({ padding: `${space[12]} ${gutter} ${space[4]}` });

/** At the bottom, within reach of the thumb. */
export const pad = style({
  marginBlockStart: "auto",
  display: "grid",
  gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
  gap: space[8],
  padding: `${space[8]} ${gutter}`,
  selectors: { "&[inert]": { opacity: 0.4 } },
  "@media": { "(max-height: 660px) and (max-width: 767px)": { gap: space[6] } },
});
export const padKey = style({
  display: "grid",
  placeItems: "center",
  minBlockSize: size.pay,
  borderRadius: radius.control,
  background: color.bg,
  font: `${weight.strong} 1.5rem/1.75rem ${face.figures}`,
  selectors: { "&:hover, &:active": { background: color.press } },
});

export const take = style({
  position: "sticky",
  insetBlockEnd: 0,
  display: "grid",
  gap: space[10],
  flex: "none",
  padding: `${space[12]} ${gutter} calc(${space[12]} + env(safe-area-inset-bottom))`,
  borderBlockStart: `1px solid ${color.border}`,
  background: color.surface,
  "@media": { [TILL_PANES]: { paddingBlockEnd: space[20] } },
});
export const change = style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  alignItems: "baseline",
  gap: `0 ${space[12]}`,
  minBlockSize: "28px",
  color: color.muted,
});
globalStyle(`${change} > dd`, {
  font: `${weight.figure} ${type[22]} ${face.figures}`,
  color: color.text,
});
/** Over the number pad, so that neither the keys nor the button below it move. */
export const notices = style({
  position: "absolute",
  insetInline: 0,
  insetBlockEnd: "100%",
  display: "grid",
  gap: space[8],
  maxBlockSize: "50dvh",
  overflowY: "auto",
  padding: `${space[8]} ${gutter}`,
  background: color.surface,
  borderBlockStart: `1px solid ${color.border}`,
});
export const noticeTools = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(8em, 1fr))",
  gap: space[8],
});
/** Two buttons fit a phone side by side. */
globalStyle(`${noticeTools} > button`, { paddingInline: space[8] });
