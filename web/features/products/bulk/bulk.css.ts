import { style } from "@vanilla-extract/css";

import { color, space } from "#web/theme/theme.css.ts";

/** The head of the list: how many are chosen, and the button for all. */
export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[8],
  paddingBlockEnd: space[8],
});

/** As high as a finger needs. */
export const row = style({
  display: "flex",
  alignItems: "center",
  gap: space[12],
  minBlockSize: "44px",
  borderBlockStart: `1px solid ${color.border}`,
});

export const box = style({
  inlineSize: "1.25em",
  blockSize: "1.25em",
  flex: "none",
  accentColor: color.accent,
});

export const name = style({ flex: 1, overflowWrap: "anywhere" });
export const dim = style({ color: color.muted });

export const examples = style({ display: "grid", gap: space[8] });
