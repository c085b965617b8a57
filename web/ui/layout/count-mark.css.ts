import { fallbackVar } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { color, face, ground, radius, space, weight } from "#web/theme/theme.css.ts";

export const mark = recipe({
  base: {
    display: "inline-grid",
    placeItems: "center",
    minInlineSize: "20px",
    blockSize: "20px",
    paddingInline: space[6],
    borderRadius: radius.pill,
    background: color.danger,
    color: color.onDanger,
    font: `${weight.figure} .75rem/1.25rem ${face.figures}`,
  },
  variants: {
    place: {
      corner: {
        position: "absolute",
        insetBlockStart: "1px",
        insetInlineStart: "24px",
        minInlineSize: "18px",
        blockSize: "18px",
        paddingInline: "5px",
        fontSize: ".6875rem",
        lineHeight: "1.125rem",
        boxShadow: `0 0 0 2px ${fallbackVar(ground, color.surface)}`,
      },
      end: { marginInlineStart: "auto" },
    },
  },
});
