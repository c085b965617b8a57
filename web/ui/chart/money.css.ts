import { style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { TABLE } from "#web/theme/media.ts";
import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const money = recipe({
  base: { fontFamily: face.figures, fontWeight: weight.strong, whiteSpace: "nowrap" },
  variants: { scale: { text: {}, row: { fontSize: "1rem" } } },
  defaultVariants: { scale: "text" },
});

export const count = style({
  font: `${weight.strong} ${type[18]} ${face.figures}`,
  whiteSpace: "nowrap",
  "@media": { [TABLE]: { font: `${weight.strong} ${type[15]} ${face.figures}` } },
});

/** In a large figure, the currency is smaller than the amount. */
export const sign = style({
  fontSize: ".64em",
  fontWeight: weight.strong,
  letterSpacing: 0,
  marginInlineEnd: ".1em",
});

/** One line above and two below, as in an account book. Only for final sums. */
export const ruled = style({
  borderBlockStart: `1px solid ${color.text}`,
  borderBlockEnd: `3px double ${color.text}`,
  paddingBlock: `${space[6]} 5px`,
});

export const ruledFigure = style({
  display: "inline-flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  lineHeight: 1,
  borderBlockEnd: "3px double currentColor",
  paddingBlockEnd: space[6],
});

/**
 * The leading figure of a phone's screen. Its size is held below a share of the window, so that
 * amounts of six digits, and of eight in the long size, fit a phone at 200 % text.
 */
export const leadFont = `${weight.figure} min(2.125rem, 14vw)/2.5rem ${face.figures}`;
export const longLead = { fontSize: "min(1.75rem, 11vw)", lineHeight: "2.125rem" };

export const sum = style({ display: "grid" });
export const sumRow = style({
  display: "flex",
  justifyContent: "space-between",
  alignItems: "baseline",
  gap: space[12],
  paddingBlock: space[4],
});
export const sumName = style({ color: color.muted });
export const sumValue = style({ font: `${weight.strong} ${type[15]} ${face.figures}` });
export const total = style([
  ruled,
  {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    alignItems: "baseline",
    marginBlockStart: space[4],
  },
]);
export const totalName = style({ fontWeight: weight.label });
export const totalValue = recipe({
  base: { fontFamily: face.figures, fontWeight: weight.figure, marginInlineStart: "auto" },
  variants: {
    scale: {
      total: { font: `${weight.figure} ${type[28]} ${face.figures}`, letterSpacing: "-.015em" },
      count: { font: `${weight.figure} ${type[22]} ${face.figures}` },
    },
  },
});
