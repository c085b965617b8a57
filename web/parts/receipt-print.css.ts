import { globalStyle } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

/** How wide the head of a printer of rolls prints: less than the roll is. */
export const printed = recipe({
  base: {
    // Laid out where nobody sees it, since its height is the length of the paper.
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

// While a receipt is printed it is all there is.
const PRINTING = "html[data-printing=receipt]";
globalStyle(`${PRINTING}, ${PRINTING} body`, {
  "@media": {
    print: {
      background: "none",
      minBlockSize: 0,
      colorScheme: "only light",
      // A dialog keeps what is behind it from scrolling, and paper from a second page.
      overflow: "visible !important",
    },
  },
});
globalStyle(`${PRINTING} body > :not([data-receipt])`, {
  "@media": { print: { display: "none" } },
});
