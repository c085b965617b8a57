import { recipe } from "@vanilla-extract/recipes";

/** Lucide icons have a 24 px grid; the stroke width stays the same at each size. */
export const icon = recipe({
  base: { flex: "none", display: "block" },
  variants: {
    size: {
      small: { inlineSize: "16px", blockSize: "16px", strokeWidth: 2 },
      medium: { inlineSize: "20px", blockSize: "20px", strokeWidth: 1.75 },
      large: { inlineSize: "32px", blockSize: "32px", strokeWidth: 1.5 },
    },
  },
  defaultVariants: { size: "medium" },
});
