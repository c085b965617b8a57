import { fallbackVar, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { color, face, ground, radius, size, type, weight } from "#web/theme/theme.css.ts";

export const stepper = recipe({
  base: {
    display: "grid",
    border: `1px solid ${color.borderStrong}`,
    borderRadius: radius.control,
    background: fallbackVar(ground, color.surface),
    overflow: "hidden",
    selectors: {
      "&:focus-within": { outline: `2px solid ${color.focus}`, outlineOffset: "1px" },
      "&:has([aria-invalid=true])": { borderColor: color.danger },
    },
  },
  variants: {
    scale: {
      row: { gridTemplateColumns: `${size.touch} minmax(40px, 1fr) ${size.touch}` },
      large: { gridTemplateColumns: "64px minmax(0, 1fr) 64px" },
    },
  },
});

export const press = style({
  display: "grid",
  placeItems: "center",
  minBlockSize: size.touch,
  selectors: {
    "&:hover": { background: color.hover },
    "&:active": { background: color.press },
    "&:focus-visible": {
      outline: `2px solid ${color.focus}`,
      outlineOffset: "-3px",
      borderRadius: radius.control,
    },
    "&:disabled": { color: color.faint, opacity: 0.6, background: "none", cursor: "not-allowed" },
  },
});

export const input = recipe({
  base: {
    border: 0,
    background: "none",
    textAlign: "center",
    inlineSize: "100%",
    minInlineSize: 0,
    selectors: { "&:focus-visible": { outline: "none" } },
  },
  variants: {
    scale: {
      row: { font: `${weight.strong} ${type[16]} ${face.figures}` },
      large: {
        minBlockSize: size.formButton,
        font: `${weight.strong} ${type[22]} ${face.figures}`,
      },
    },
  },
});
