import { globalStyle, style } from "@vanilla-extract/css";

import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

const WIDE = "(min-width: 900px)";

export const page = style({
  vars: { [gutter]: space[20] },
  minBlockSize: "100dvh",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  background: color.surface,
  "@media": { [WIDE]: { gridTemplateColumns: "minmax(480px, 5fr) 6fr" } },
});

export const main = style({
  display: "grid",
  gridTemplateRows: "auto 1fr auto",
  gap: space[24],
  padding: `${space[20]} ${gutter} calc(${space[20]} + env(safe-area-inset-bottom))`,
  selectors: { "&:focus-visible": { outline: "none" } },
  "@media": { [WIDE]: { padding: `${space[32]} ${space[48]}` } },
});

const column = {
  "@media": { [WIDE]: { maxInlineSize: "360px", inlineSize: "100%", justifySelf: "center" } },
} as const;

export const form = style([
  {
    display: "grid",
    gap: space[16],
    alignContent: "start",
    paddingBlockStart: "clamp(16px, 9vh, 72px)",
  },
  column,
]);
/** A form with many fields starts higher, so that its button is visible. */
export const longForm = style([form, { paddingBlockStart: "clamp(0px, 3vh, 32px)" }]);
globalStyle(`${form} > h1`, {
  font: `${weight.figure} ${type[28]} ${face.figures}`,
  marginBlockEnd: space[4],
});

/** Sits close under the password field it belongs to. */
export const forgot = style({ marginBlock: "-11px 0" });

export const other = style({ color: color.muted });
export const foot = style([
  { color: color.muted, font: `${weight.text} ${type[13]} ${face.text}` },
  column,
]);

export const side = style({
  display: "none",
  "@media": {
    [WIDE]: {
      display: "grid",
      position: "sticky",
      insetBlockStart: 0,
      blockSize: "100dvh",
      alignContent: "space-between",
      gap: space[48],
      padding: "64px",
      background: color.deep,
      color: color.onDeep,
    },
  },
});
export const say = style({
  font: `${weight.strong} ${type[56]} ${face.figures}`,
  letterSpacing: "-.025em",
  textWrap: "balance",
});
export const tape = style({
  justifySelf: "end",
  inlineSize: "300px",
  font: `${weight.label} ${type[16]} ${face.figures}`,
});
export const entry = style({
  display: "flex",
  justifyContent: "space-between",
  paddingBlock: space[6],
  color: color.deepMuted,
});
export const entryTotal = style({
  display: "flex",
  justifyContent: "space-between",
  marginBlockStart: space[6],
  paddingBlock: `${space[6]} 5px`,
  borderBlockStart: "1px solid currentColor",
  borderBlockEnd: "3px double currentColor",
  color: color.onDeep,
  fontWeight: weight.figure,
});
