import { globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

const large = {
  font: `${weight.figure} 1.75rem/2rem ${face.figures}`,
  letterSpacing: "-.025em",
  textWrap: "balance",
} as const;

export const band = recipe({
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "28px",
    padding: `56px ${gutter}`,
    borderBlockEnd: `1px solid ${color.border}`,
    "@media": { [SIDEBAR]: { paddingBlock: "96px" } },
  },
  variants: {
    ground: { surface: {}, page: { background: color.bg } },
    columns: {
      one: { "@media": { [SIDEBAR]: { gap: "40px" } } },
      /** Sticky heading beside a list. */
      list: {
        "@media": {
          [SIDEBAR]: { gridTemplateColumns: "5fr 7fr", gap: "64px", alignItems: "start" },
        },
      },
      /** Text beside a picture or a form. */
      half: {
        "@media": {
          [SIDEBAR]: { gridTemplateColumns: "5fr 6fr", gap: "96px", alignItems: "center" },
        },
      },
    },
  },
  defaultVariants: { ground: "surface", columns: "one" },
});

const { base, variants } = band.classNames;
globalStyle(`${base} h2`, {
  ...large,
  "@media": { [SIDEBAR]: { fontSize: "2.5rem", lineHeight: "2.75rem" } },
});
globalStyle(`${variants.columns.list} > h2`, {
  "@media": { [SIDEBAR]: { position: "sticky", insetBlockStart: "120px" } },
});

/** Page intro without a picture. */
export const intro = style({
  padding: `36px ${gutter}`,
  background: color.bg,
  borderBlockEnd: `1px solid ${color.border}`,
  "@media": { [SIDEBAR]: { paddingBlock: "72px" } },
});
export const headline = style({
  font: `${weight.figure} 2.5rem/2.625rem ${face.figures}`,
  letterSpacing: "-.025em",
  textWrap: "balance",
  maxInlineSize: "14em",
  "@media": { [SIDEBAR]: { fontSize: "4rem", lineHeight: "4rem", letterSpacing: "-.035em" } },
});
export const lead = style({
  marginBlockStart: space[16],
  font: `${weight.text} 1.125rem/1.6875rem ${face.text}`,
  color: color.muted,
  maxInlineSize: "34em",
  "@media": {
    [SIDEBAR]: { fontSize: "1.25rem", lineHeight: "1.875rem", marginBlockStart: space[24] },
  },
});

/** Terms with their meaning, separated by lines. */
export const points = style({});
globalStyle(`${points} > li`, {
  paddingBlock: space[16],
  borderBlockStart: `1px solid ${color.border}`,
  "@media": {
    [SIDEBAR]: {
      display: "grid",
      gridTemplateColumns: "200px minmax(0, 1fr)",
      gap: space[24],
      paddingBlock: space[20],
    },
  },
});
globalStyle(`${points} > li:first-child`, { borderBlockStartColor: color.text });
globalStyle(`${points} h3`, { font: `${weight.strong} ${type[18]} ${face.figures}` });
globalStyle(`${points} p`, {
  marginBlockStart: space[4],
  color: color.muted,
  "@media": { [SIDEBAR]: { marginBlockStart: 0, font: `${weight.text} ${type[16]} ${face.text}` } },
});

export const text = style({
  color: color.muted,
  marginBlock: space[12],
  maxInlineSize: "36em",
  "@media": { [SIDEBAR]: { font: `${weight.text} ${type[16]} ${face.text}` } },
});

export const end = style({
  padding: `56px ${gutter}`,
  background: color.deep,
  color: color.onDeep,
  "@media": { [SIDEBAR]: { paddingBlock: "96px" } },
});
globalStyle(`${end} h2`, {
  font: `${weight.figure} 2.5rem/2.625rem ${face.figures}`,
  letterSpacing: "-.025em",
  textWrap: "balance",
  "@media": { [SIDEBAR]: { fontSize: "4rem", lineHeight: "4.125rem" } },
});
globalStyle(`${end} p`, { marginBlock: `${space[12]} ${space[24]}`, color: color.deepMuted });
globalStyle(`${end} > a`, { inlineSize: "100%", "@media": { [TABLE]: { inlineSize: "auto" } } });
globalStyle(`${end} :focus-visible`, { outlineColor: color.onDeep });

export const small = style({ color: color.muted, font: `${weight.text} ${type[13]} ${face.text}` });

export const voices = style({
  display: "grid",
  gap: space[32],
  "@media": {
    [TABLE]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))", gap: "40px" },
    [SIDEBAR]: { gap: "56px" },
  },
});
globalStyle(`${voices} blockquote`, {
  font: `${weight.label} ${type[20]} ${face.figures}`,
  letterSpacing: "-.01em",
  textWrap: "pretty",
});
globalStyle(`${voices} p`, { marginBlockStart: space[12], display: "grid" });
globalStyle(`${voices} b`, { fontWeight: weight.strong });
globalStyle(`${voices} span`, {
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
});
