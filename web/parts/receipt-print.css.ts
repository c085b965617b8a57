import { globalStyle } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

/** The printable width of the roll, which is less than its full width. */
export const printed = recipe({
  base: {
    // Rendered off screen, because its height determines the length of the paper.
    position: "fixed",
    insetBlockStart: 0,
    insetInlineStart: "100%",
    visibility: "hidden",
    "@media": { print: { position: "static", visibility: "visible", marginInline: "auto" } },
  },
  variants: {
    paper: {
      roll80: { inlineSize: "72mm", fontSize: "10pt" },
      roll58: { inlineSize: "48mm", fontSize: "8.5pt" },
      a4: { inlineSize: "150mm", fontSize: "11pt" },
    },
  },
});

// Only the receipt is printed.
const PRINTING = "html[data-printing=receipt]";
globalStyle(`${PRINTING}, ${PRINTING} body`, {
  "@media": {
    print: {
      background: "none",
      minBlockSize: 0,
      colorScheme: "only light",
      // An open dialog prevents scrolling, which would also cut off further pages.
      overflow: "visible !important",
    },
  },
});
globalStyle(`${PRINTING} body > :not([data-receipt])`, {
  "@media": { print: { display: "none" } },
});
