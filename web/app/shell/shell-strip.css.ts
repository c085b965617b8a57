import { globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { SIDEBAR } from "#web/theme/media.ts";
import { color, face, layer, size, space, type, weight } from "#web/theme/theme.css.ts";

import { app, foot, main } from "./shell.css.ts";

const base = style({
  position: "fixed",
  zIndex: layer.header,
  insetInline: 0,
  insetBlockEnd: foot,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "end",
  gap: `${space[4]} ${space[12]}`,
  minBlockSize: size.touch,
  padding: `${space[8]} ${space[16]}`,
  "@media": { [SIDEBAR]: { insetInlineStart: size.sidebar, paddingInline: space[32] } },
});

/** Overlays the end of the page, above the shortcuts. */
export const strip = recipe({
  base,
  variants: {
    tone: {
      warn: { background: color.warnSoft, color: color.onWarnSoft },
      info: { background: color.infoSoft, color: color.onInfoSoft },
    },
  },
});

/** Leaves room, so that the end of the page can be scrolled above the strip. */
globalStyle(`${app}:has(${base}) > ${main}`, {
  paddingBlockEnd: `calc(${foot} + 100px)`,
});

export const words = style({
  flex: "1 1 200px",
  minInlineSize: 0,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  gap: `0 ${space[8]}`,
  overflowWrap: "anywhere",
  font: `${weight.text} ${type[13]} ${face.text}`,
});
globalStyle(`${words} > b`, { font: `${weight.strong} .9375rem/1.25rem ${face.text}` });

export const tools = style({ display: "flex", gap: space[8] });
