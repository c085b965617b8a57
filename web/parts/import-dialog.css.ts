import { style } from "@vanilla-extract/css";

import { color, face, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

export const file = style({
  inlineSize: "100%",
  minBlockSize: size.field,
  borderRadius: radius.control,
  font: `${weight.text} ${type[15]} ${face.text}`,
  "::file-selector-button": {
    minBlockSize: size.touch,
    marginInlineEnd: space[12],
    paddingInline: space[16],
    border: `1px solid ${color.borderMid}`,
    borderRadius: radius.control,
    background: "none",
    color: "inherit",
    font: `${weight.strong} .9375rem/1.25rem ${face.figures}`,
    cursor: "pointer",
  },
});

export const columns = style({ color: color.muted, overflowWrap: "anywhere" });
