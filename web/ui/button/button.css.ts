import { fallbackVar, globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";
import type { RecipeVariants } from "@vanilla-extract/recipes";

import { MOUSE, STILL, TABLE } from "#web/theme/media.ts";
import { turn } from "#web/theme/motion.css.ts";
import { color, face, ground, motion, radius, size, space, weight } from "#web/theme/theme.css.ts";

const quick = (property: string): string => `${property} ${motion.press} ${motion.ease}`;
const off = {
  background: color.press,
  borderColor: "transparent",
  color: color.faint,
  cursor: "not-allowed",
};

export const button = recipe({
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: space[8],
    minBlockSize: size.touch,
    paddingInline: space[16],
    borderRadius: radius.control,
    border: "1px solid transparent",
    font: `${weight.strong} .9375rem/1.25rem ${face.figures}`,
    textDecoration: "none",
    // As wide as its text, unless the line is shorter: large text wraps.
    flexShrink: 0,
    maxInlineSize: "100%",
    transition: `${quick("background-color")}, ${quick("border-color")}`,
    "@media": { [MOUSE]: { minBlockSize: "40px" } },
    selectors: { "&[aria-busy=true]": { cursor: "progress" } },
  },
  variants: {
    tone: {
      primary: {
        background: color.accent,
        color: color.onAccent,
        selectors: {
          "&:hover": { background: color.accentHover },
          "&:active": { background: color.accentPress },
          "&:disabled": off,
        },
      },
      neutral: {
        background: fallbackVar(ground, color.surface),
        borderColor: color.borderMid,
        selectors: {
          "&:hover": { background: color.hover, borderColor: color.borderStrong },
          "&:active": { background: color.press },
          "&:disabled": off,
        },
      },
      ghost: {
        color: color.muted,
        selectors: {
          "&:hover": { background: color.press, color: color.text },
          "&:disabled": off,
        },
      },
      /** On the dark green background. */
      paper: {
        background: color.onDeep,
        color: color.deep,
        selectors: { "&:hover": { background: color.paper } },
      },
      danger: {
        background: color.danger,
        color: color.onDanger,
        selectors: { "&:hover": { background: color.dangerHover }, "&:disabled": off },
      },
    },
    scale: {
      regular: {},
      compact: { paddingInline: space[12] },
      form: {
        minBlockSize: size.formButton,
        paddingInline: space[20],
        fontSize: "1rem",
        "@media": { [MOUSE]: { minBlockSize: size.formButton } },
      },
      /** The main button at the bottom, which carries the amount. */
      pay: {
        flexWrap: "wrap",
        gap: `0 ${space[16]}`,
        minBlockSize: size.pay,
        padding: `${space[4]} 18px`,
        fontSize: "1.125rem",
        justifyContent: "start",
        "@media": { [MOUSE]: { minBlockSize: size.formButton } },
      },
      /** Large on a phone, normal on wider screens. */
      lead: {
        minBlockSize: size.formButton,
        paddingInline: space[20],
        fontSize: "1rem",
        "@media": { [TABLE]: { minBlockSize: size.touch }, [MOUSE]: { minBlockSize: size.touch } },
      },
      /** Three in a row on a phone: the icon is above the text. */
      tile: {
        flexDirection: "column",
        gap: space[4],
        minBlockSize: "68px",
        padding: `${space[8]} ${space[2]}`,
        font: `${weight.label} .8125rem/1.125rem ${face.figures}`,
        whiteSpace: "normal",
        textAlign: "center",
        borderColor: color.border,
        "@media": {
          [TABLE]: {
            flexDirection: "row",
            gap: space[8],
            minBlockSize: size.touch,
            padding: `0 ${space[16]}`,
            font: `${weight.strong} .9375rem/1.25rem ${face.figures}`,
            borderColor: color.borderMid,
          },
          [MOUSE]: { minBlockSize: size.touch },
        },
      },
    },
    block: { true: { inlineSize: "100%" } },
    /**
     * A busy button without an icon: less padding makes room for the spinner, so the width stays.
     */
    waiting: { true: {} },
  },
  compoundVariants: [
    { variants: { waiting: true, scale: "regular" }, style: { paddingInline: space[4] } },
    { variants: { waiting: true, scale: "form" }, style: { paddingInline: space[8] } },
    { variants: { waiting: true, scale: "lead" }, style: { paddingInline: space[8] } },
  ],
  defaultVariants: { tone: "neutral", scale: "regular" },
});

const { base, variants } = button.classNames;
// Icons have inner space, so they need less padding than text.
globalStyle(`${base} > svg:first-child`, { marginInlineStart: "-3px" });
globalStyle(`${variants.scale.tile} > svg:first-child`, {
  marginInlineStart: 0,
  color: color.accent,
  "@media": { [TABLE]: { marginInlineStart: "-3px", color: color.muted } },
});
globalStyle(`${variants.scale.pay} > :last-child`, { marginInlineStart: "auto" });

export type ButtonVariants = NonNullable<RecipeVariants<typeof button>>;

export const iconButton = style({
  display: "inline-grid",
  placeItems: "center",
  flex: "none",
  inlineSize: size.touch,
  blockSize: size.touch,
  borderRadius: radius.control,
  color: color.muted,
  "@media": { [MOUSE]: { inlineSize: "40px", blockSize: "40px" } },
  selectors: {
    "&:hover, &[aria-pressed=true]": { background: color.press, color: color.text },
    "&:disabled": { color: color.faint, cursor: "not-allowed", background: "none" },
  },
});

export const spinner = style({
  inlineSize: "16px",
  blockSize: "16px",
  flex: "none",
  borderRadius: "50%",
  border: "2px solid currentColor",
  borderInlineEndColor: "transparent",
  animation: `${turn} .8s linear infinite`,
  "@media": { [STILL]: { animationDuration: "2.4s" } },
});

export const textLink = style({
  display: "inline-flex",
  alignItems: "center",
  minBlockSize: size.touch,
  minInlineSize: size.touch,
  overflowWrap: "anywhere",
  color: color.accent,
  fontWeight: weight.label,
  textDecoration: "underline",
  textDecorationColor: "color-mix(in srgb, currentColor 35%, transparent)",
  textUnderlineOffset: "3px",
  selectors: { "&:hover": { textDecorationColor: "currentColor" } },
});
