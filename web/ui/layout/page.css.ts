import { globalStyle, style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, size, space, type, weight } from "#web/theme/theme.css.ts";

const ONE_LINE = "(min-width: 1240px)";

export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: `${space[8]} ${space[16]}`,
  minBlockSize: size.touch,
});

export const tools = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: space[8],
});

globalStyle(`${tools} button`, { "@media": { print: { display: "none" } } });

const ROWS = "(max-width: 699px)";
export const manyTools = style([tools, { "@media": { [ROWS]: { inlineSize: "100%" } } }]);
globalStyle(`${manyTools} > label`, { "@media": { [ROWS]: { flex: "1 0 auto" } } });
globalStyle(`${manyTools} > label > select`, { "@media": { [ROWS]: { inlineSize: "100%" } } });

export const toolbar = style({
  display: "grid",
  gap: space[12],
  "@media": { [TABLE]: { display: "flex", alignItems: "center" } },
});

/** Stacked until both fit in one line. */
export const filterBar = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[8],
  "@media": {
    [ONE_LINE]: {
      gridTemplateColumns: "minmax(0, 288px) auto",
      justifyContent: "space-between",
      alignItems: "center",
    },
  },
});

// On a tablet, a search box is narrower than the line; the filter below may fill it.
globalStyle(`:is(${filterBar}, ${toolbar}) > :first-child`, {
  "@media": { [TABLE]: { inlineSize: "100%", maxInlineSize: "360px" } },
});

export const count = style({
  display: "block",
  font: `${weight.text} ${type[13]} ${face.text}`,
  color: color.muted,
  "@media": { [TABLE]: { marginInlineStart: "auto" } },
});

/** Below a list: rare actions for the whole list. */
export const listTools = style({
  display: "flex",
  flexWrap: "wrap",
  gap: space[8],
  // Their icons are aligned with the edge of the page.
  marginInline: `-${space[12]}`,
});
