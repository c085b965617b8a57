import { globalStyle, style } from "@vanilla-extract/css";

import { TILL_PANES } from "#web/theme/media.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

import { take } from "./charge.css.ts";

export const paid = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[20],
  padding: `${space[24]} ${gutter} ${space[16]}`,
  "@media": { [TILL_PANES]: { paddingBlockStart: space[32] } },
});
export const done = style({
  display: "flex",
  alignItems: "center",
  gap: space[10],
  color: color.accent,
  font: `${weight.strong} ${type[18]} ${face.figures}`,
});
globalStyle(`${done} > h2`, { font: "inherit" });
globalStyle(`${done} > :nth-child(3)`, {
  marginInlineStart: "auto",
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});
export const pending = style([done, { color: color.onWarnSoft }]);
export const toGive = style({ color: color.muted, fontWeight: weight.label });
export const changeFigure = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  font: `${weight.figure} ${type[72]} ${face.figures}`,
  letterSpacing: "-.03em",
  // On a narrow phone, and with large text, as large as the line allows.
  fontSize: "min(4.5rem, 20vw, 88px)",
  "@media": { "(max-width: 349px)": { fontSize: "min(3.5rem, 17.5vw)" } },
});
export const sums = style({ borderBlockStart: `1px solid ${color.border}` });
export const sum = style({
  display: "flex",
  justifyContent: "space-between",
  gap: space[12],
  paddingBlock: space[10],
  borderBlockEnd: `1px solid ${color.border}`,
});
globalStyle(`${sum} > dt`, { color: color.muted });
globalStyle(`${sum} > dd`, { font: `${weight.strong} ${type[15]} ${face.figures}` });
export const receipt = style({ inlineSize: "100%", maxInlineSize: "340px", marginInline: "auto" });
export const foot = style([
  take,
  { position: "sticky", insetBlockEnd: 0, marginBlockStart: "auto", textAlign: "center" },
]);
export const hint = style({
  font: `${weight.text} ${type[13]} ${face.text}`,
  color: color.muted,
});
