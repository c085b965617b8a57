import { style } from "@vanilla-extract/css";

import { color, face, radius, type, weight } from "#web/theme/theme.css.ts";

export const picture = style({
  position: "relative",
  overflow: "hidden",
  borderRadius: radius.card,
  background: color.sunken,
  aspectRatio: "4 / 3",
  maxBlockSize: "56dvh",
});
export const video = style({ inlineSize: "100%", blockSize: "100%", objectFit: "cover" });
/** Where a code is read best: not too close, and level. */
export const guide = style({
  position: "absolute",
  insetBlock: "26%",
  insetInline: "10%",
  border: `3px solid ${color.onAccent}`,
  borderRadius: radius.control,
  boxShadow: `0 0 0 1px ${color.text}`,
  pointerEvents: "none",
});
/** Two lines high, so that the picture does not move when a name is long. */
export const said = style({
  display: "block",
  minBlockSize: "2.75rem",
  font: `${weight.strong} ${type[15]} ${face.text}`,
  overflowWrap: "anywhere",
});
