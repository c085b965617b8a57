import { globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { LARGE_TEXT, SIDEBAR } from "#web/theme/media.ts";
import {
  color,
  face,
  ground,
  gutter,
  layer,
  size,
  space,
  type,
  weight,
} from "#web/theme/theme.css.ts";
import { deep } from "#web/ui/layout/deep.css.ts";

export const topbar = recipe({
  base: {
    position: "sticky",
    insetBlockStart: 0,
    zIndex: layer.header,
    display: "flex",
    alignItems: "center",
    gap: space[4],
    minBlockSize: size.topbar,
    paddingInline: space[6],
    paddingBlockStart: "env(safe-area-inset-top)",
    borderBlockEnd: `1px solid ${color.border}`,
    "@media": {
      // Two names in several lines would cover too much of the page.
      [LARGE_TEXT]: { position: "static" },
      [SIDEBAR]: { paddingInline: `${gutter} ${space[20]}`, gap: space[8] },
    },
  },
  variants: {
    on: {
      surface: { vars: { [ground]: color.surface }, background: color.surface },
      page: { vars: { [ground]: color.bg }, background: color.bg },
      deep,
    },
  },
});

export const shop = style({
  flex: 1,
  minInlineSize: 0,
  display: "flex",
  alignItems: "center",
  gap: space[16],
});
export const shopName = style({
  font: `${weight.strong} ${type[15]} ${face.figures}`,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});

export const who = style({
  display: "flex",
  alignItems: "center",
  gap: space[10],
  minInlineSize: 0,
  flex: 1,
  paddingInline: space[4],
});
// The initials leave their room to large text.
globalStyle(`${who} > :first-child`, { "@media": { [LARGE_TEXT]: { display: "none" } } });
/** Takes only the width it needs beside the shop's name. */
export const whoBeside = style([who, { flex: "none" }]);
export const whoText = style({ minInlineSize: 0 });
const oneLine = {
  display: "block",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  "@media": { [LARGE_TEXT]: { whiteSpace: "normal" } },
} as const;
export const whoName = style({
  ...oneLine,
  font: `${weight.label} .9375rem/1.125rem ${face.text}`,
});
export const whoMore = style({
  ...oneLine,
  font: `${weight.text} ${type[12]} ${face.text}`,
  color: color.muted,
});
