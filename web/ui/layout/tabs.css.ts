import { style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, gutter, space, weight } from "#web/theme/theme.css.ts";

/** On a phone, the row scrolls sideways and never wraps; a name that goes on out of view fades. */
export const list = style({
  display: "flex",
  gap: space[4],
  overflowX: "auto",
  scrollbarWidth: "none",
  borderBlockEnd: `1px solid ${color.border}`,
  marginInline: `calc(-1 * ${gutter})`,
  paddingInline: `calc(${gutter} - ${space[12]})`,
  "@media": {
    "(max-width: 699px)": {
      paddingInlineEnd: space[12],
      maskImage: `linear-gradient(90deg, transparent, black ${gutter} calc(100% - 24px), transparent)`,
    },
    [TABLE]: { marginInline: 0, paddingInline: 0 },
  },
});

export const tab = style({
  flex: "none",
  position: "relative",
  minBlockSize: "48px",
  paddingInline: space[12],
  font: `${weight.label} .9375rem/1.25rem ${face.figures}`,
  color: color.muted,
  whiteSpace: "nowrap",
  selectors: {
    "&:hover": { color: color.text },
    "&[aria-selected=true]": { color: color.text, fontWeight: weight.strong },
    "&[aria-selected=true]::after": {
      content: "",
      position: "absolute",
      insetInline: space[12],
      insetBlockEnd: "-1px",
      blockSize: "3px",
      borderRadius: "3px 3px 0 0",
      background: color.accent,
    },
    "&:focus-visible": { outlineOffset: "-3px", borderRadius: "8px" },
  },
  "@media": { [TABLE]: { selectors: { "&:first-child": { marginInlineStart: `-${space[12]}` } } } },
});

export const panel = style({
  paddingBlockStart: space[20],
  selectors: { "&:focus-visible": { outlineOffset: "4px" } },
});
