import { globalStyle, style } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { color, size, space } from "#web/theme/theme.css.ts";

const HEAD = "280px";
const GAP = "40px";

/** Title and hint beside the fields; a line separates it from the section above. */
export const section = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[16],
  paddingBlock: space[24],
  borderBlockStart: `1px solid ${color.border}`,
  selectors: { "&:first-child": { borderBlockStart: 0, paddingBlockStart: space[4] } },
  "@media": {
    [SIDEBAR]: {
      gridTemplateColumns: `${HEAD} minmax(0, 1fr)`,
      gap: GAP,
      paddingBlock: space[32],
    },
  },
});

export const head = style({ display: "grid", gap: space[2], alignContent: "start" });
export const hint = style({ color: color.muted });

/** Fields in two columns from tablet width on. */
export const fields = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[16],
  alignContent: "start",
  "@media": {
    [TABLE]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))", maxInlineSize: "560px" },
  },
});

/** Anything but a short field spans the whole line. */
export const span = style({ gridColumn: "1 / -1", minInlineSize: 0 });

export const stack = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[12],
  alignContent: "start",
  "@media": { [TABLE]: { maxInlineSize: "560px" } },
});
globalStyle(`${stack} > :is(button, a, span)`, { justifySelf: "start" });

export const save = style({
  display: "grid",
  gap: space[12],
  paddingBlock: `${space[8]} ${space[24]}`,
  "@media": {
    [TABLE]: { justifyItems: "start", maxInlineSize: "560px" },
    [SIDEBAR]: {
      boxSizing: "content-box",
      paddingInlineStart: `calc(${HEAD} + ${GAP})`,
    },
  },
});
globalStyle(`${save} > button`, {
  inlineSize: "100%",
  minBlockSize: size.formButton,
  "@media": { [TABLE]: { inlineSize: "auto", minBlockSize: size.touch } },
});
