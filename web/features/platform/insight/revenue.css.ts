import { globalStyle, style } from "@vanilla-extract/css";

import { gutter } from "#web/theme/theme.css.ts";

/** Sums below the first: two per line on a phone, the last on its own. */
export const pairs = style({});
globalStyle(`${pairs} dl`, {
  gridTemplateColumns: "repeat(auto-fit, minmax(max(45%, 9rem), 1fr))",
});
globalStyle(`${pairs} dl > :last-child`, {
  "@media": {
    "(max-width: 699px)": {
      gridColumn: "1 / -1",
      borderInlineStart: 0,
      paddingInlineStart: gutter,
    },
  },
});
