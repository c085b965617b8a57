import { globalStyle, style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

import { leadFont, longLead } from "./money.css.ts";

/** Three in a row on a phone, all in one line from tablet width on, fewer with large text. */
export const totals = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(max(30%, 5.6rem), 1fr))",
  "@media": { [TABLE]: { display: "flex", flexWrap: "wrap" } },
});

/** Covers the whole cell, so that the target is as large as it looks. */
export const cover = style({
  position: "absolute",
  inset: 0,
  inlineSize: "100%",
  selectors: {
    "&:hover": { boxShadow: `inset 0 -2px 0 ${color.borderStrong}` },
    "&[aria-pressed=true]": { boxShadow: `inset 0 -3px 0 ${color.accent}` },
    "&:focus-visible": { outlineOffset: "-4px" },
  },
});

const next = "& + &";

export const total = style({
  position: "relative",
  // Labels have one or two lines; the figures below stay aligned.
  display: "grid",
  gridRow: "span 4",
  gridTemplateRows: "subgrid",
  padding: `${space[14]} ${space[6]} ${space[14]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: {
    [`${next} + &`]: {
      borderInlineStart: `1px solid ${color.border}`,
      paddingInlineStart: space[14],
    },
    "&:first-child": {
      gridColumn: "1 / -1",
      borderBlockStart: 0,
      paddingBlock: `18px ${space[20]}`,
    },
    // The second of two has no neighbours.
    "&:nth-child(2):last-child": { gridColumn: "1 / -1" },
  },
  "@media": {
    [TABLE]: {
      display: "block",
      flex: "1 1 8rem",
      borderBlockStart: 0,
      padding: `18px ${space[16]} 18px ${space[20]}`,
      selectors: {
        "&:first-child": { flex: "1.55 1 12.4rem", paddingBlock: "18px" },
        [next]: { borderInlineStart: `1px solid ${color.border}`, paddingInlineStart: space[20] },
        [`${next} + &`]: { paddingInlineStart: space[20] },
      },
    },
  },
});

export const name = style({ font: `${weight.label} ${type[13]} ${face.text}`, color: color.muted });

export const figure = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  minBlockSize: "1.75rem",
  font: `${weight.figure} ${type[20]} ${face.figures}`,
  letterSpacing: "-.01em",
  whiteSpace: "nowrap",
  selectors: {
    [`${total}:first-child &`]: {
      font: leadFont,
      letterSpacing: "-.02em",
      marginBlockStart: space[4],
      minBlockSize: "2.6875rem",
    },
  },
  "@media": {
    [TABLE]: {
      minBlockSize: "42px",
      font: `${weight.figure} 1.75rem/2.25rem ${face.figures}`,
      letterSpacing: "-.015em",
      marginBlockStart: space[4],
      selectors: {
        [`${total}:first-child &`]: {
          font: `${weight.figure} 1.75rem/2.25rem ${face.figures}`,
          letterSpacing: "-.015em",
          minBlockSize: "42px",
        },
      },
    },
  },
});

/** For long amounts, so that they fit at 320 px. */
export const long = style({
  selectors: { [`${total}:first-child &`]: longLead },
});

export const note = style({
  font: `${weight.text} ${type[12]} ${face.text}`,
  color: color.muted,
  marginBlockStart: space[4],
});

/** On a phone, where three totals share the width, the percentage has its own line. */
export const growth = style({});
globalStyle(`${total}:not(:first-child) > ${growth} > span:first-child`, {
  "@media": { "(max-width: 699px)": { display: "block" } },
});

/** Reserves the height of the neighbours' notes with an invisible copy of the text. */
export const roomy = style({
  display: "grid",
  "::before": { content: "attr(data-room)", visibility: "hidden" },
  selectors: {
    [`${total}:not(:first-child) > &::before`]: {
      "@media": { "(max-width: 699px)": { whiteSpace: "pre-line" } },
    },
  },
});
globalStyle(`${roomy}::before, ${roomy} > span`, { gridArea: "1 / 1" });

export const waiting = style({
  position: "relative",
  visibility: "hidden",
  "::before": {
    content: "''",
    visibility: "visible",
    position: "absolute",
    insetBlockStart: "3px",
    insetInlineStart: 0,
    inlineSize: "5em",
    blockSize: "10px",
    borderRadius: "5px",
    background: color.press,
  },
});
