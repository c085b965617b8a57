import { fallbackVar } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { color, face, ground, radius, space, weight } from "#web/theme/theme.css.ts";

export const mark = recipe({
  base: {
    display: "inline-grid",
    placeItems: "center",
    minInlineSize: "1.25rem",
    blockSize: "1.25rem",
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
        minInlineSize: "1.64em",
        blockSize: "1.64em",
        paddingInline: "5px",
        // Larger, it would cover the button beside it.
        fontSize: "min(.6875rem, 16px)",
        lineHeight: 1.64,
        boxShadow: `0 0 0 2px ${fallbackVar(ground, color.surface)}`,
      },
      end: { marginInlineStart: "auto" },
    },
  },
});
