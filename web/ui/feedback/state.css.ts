import { globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { MOUSE, MOVING, TABLE } from "#web/theme/media.ts";
import { breathe } from "#web/theme/motion.css.ts";
import {
  color,
  face,
  gutter,
  motion,
  radius,
  size,
  space,
  type,
  weight,
} from "#web/theme/theme.css.ts";

export const rule = style({ borderBlockStart: `1px solid ${color.border}` });

/** A short text on the left with one button, without an icon. */
export const state = style({
  display: "grid",
  justifyItems: "start",
  alignContent: "start",
  gap: space[4],
  padding: `${space[24]} 0 40px`,
  maxInlineSize: "480px",
});
globalStyle(`${state} > svg`, { color: color.muted, marginBlockEnd: space[12] });
export const failed = style({});
globalStyle(`${state}${failed} > svg`, { color: color.danger });
globalStyle(`${state} > p`, { color: color.muted });
globalStyle(`${state} > :is(button, a)`, { marginBlockStart: space[16] });

export const alert = style({
  display: "flex",
  gap: space[10],
  padding: `${space[12]} ${space[14]}`,
  borderRadius: radius.control,
  border: `1px solid color-mix(in srgb, ${color.danger} 45%, transparent)`,
  background: color.dangerSoft,
  color: color.onDangerSoft,
  fontWeight: weight.label,
});
globalStyle(`${alert} > svg`, { marginBlockStart: "1px" });
export const alertMore = style({ display: "block", fontWeight: weight.text });

/** With a button that dismisses it. */
export const banner = style([alert, { paddingInlineEnd: space[4], paddingBlock: space[4] }]);
globalStyle(`${banner} > svg`, { marginBlockStart: space[12] });
globalStyle(`${banner} > button`, { color: "inherit", marginInlineStart: "auto" });
export const bannerWords = style({
  display: "grid",
  justifyItems: "start",
  gap: space[4],
  paddingBlock: space[10],
});

export const note = style([
  alert,
  {
    borderColor: `color-mix(in srgb, ${color.warn} 45%, transparent)`,
    background: color.warnSoft,
    color: color.onWarnSoft,
  },
]);

export const done = style([
  alert,
  {
    borderColor: `color-mix(in srgb, ${color.accent} 45%, transparent)`,
    background: color.accentSoft,
    color: color.onAccentSoft,
  },
]);

/** Animates opacity only: a shimmer would distract. */
export const bone = style({
  display: "block",
  borderRadius: "5px",
  background: color.press,
  blockSize: "12px",
  "@media": {
    [MOVING]: { animation: `${breathe} 1.6s ${motion.ease} infinite alternate` },
  },
});
/** Placeholder of a figure, centred in its line. */
export const figureBone = style([bone, { alignSelf: "center", maxInlineSize: "100%" }]);
export const thin = style([bone, { blockSize: "10px" }]);

export const bones = style({ position: "relative" });

export const boneForm = style({
  display: "grid",
  gap: space[16],
  "@media": { [TABLE]: { maxInlineSize: "560px" } },
});
export const boneField = style({ display: "grid", gap: space[8] });
export const boneControl = style([
  bone,
  {
    blockSize: size.field,
    borderRadius: radius.control,
    "@media": { [MOUSE]: { blockSize: size.touch } },
  },
]);

/** Placeholder of the table's head. */
const underHead = {
  "&:first-child": { marginBlockStart: "40px", borderBlockStart: `1px solid ${color.border}` },
} as const;

/** The height of the future row, so that nothing jumps. */
export const boneRow = recipe({
  base: {
    display: "grid",
    gap: space[10],
    alignContent: "center",
    paddingInline: gutter,
    borderBlockStart: `1px solid ${color.border}`,
    selectors: { "&:first-child": { borderBlockStart: 0 } },
    "@media": { [TABLE]: { paddingInline: space[20] } },
  },
  variants: {
    kind: {
      list: { minBlockSize: "64px", "@media": { [MOUSE]: { minBlockSize: "56px" } } },
      line: {
        gridTemplateColumns: "2fr 1fr",
        minBlockSize: "52px",
        "@media": { [MOUSE]: { minBlockSize: "48px" } },
      },
      ranking: {
        minBlockSize: "73px",
        selectors: { "&:first-child": { minBlockSize: "72px" } },
        "@media": {
          [MOUSE]: {
            minBlockSize: "67px",
            selectors: { "&:first-child": { minBlockSize: "66px" } },
          },
        },
      },
      lines: {
        minBlockSize: "105px",
        "@media": {
          [TABLE]: {
            minBlockSize: "60px",
            gridTemplateColumns: "repeat(4, 1fr)",
            columnGap: space[24],
            selectors: underHead,
          },
        },
      },
      table: {
        minBlockSize: "82px",
        "@media": {
          [TABLE]: {
            minBlockSize: "56px",
            gridTemplateColumns: "2fr 1fr",
            alignItems: "center",
            columnGap: space[24],
            selectors: underHead,
          },
          [MOUSE]: { minBlockSize: "48px" },
        },
      },
    },
  },
});

/** Overlays the page, so that the layout does not shift. */
export const slow = style({
  position: "absolute",
  insetInlineEnd: 0,
  insetBlockStart: space[12],
  font: `${weight.text} ${type[13]} ${face.text}`,
  color: color.muted,
});
