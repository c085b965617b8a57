import { style } from "@vanilla-extract/css";

import { color, radius, size, space, weight } from "#web/theme/theme.css.ts";

/** A bar over the page with a short-lived message. */
export const said = style({
  display: "flex",
  alignItems: "center",
  gap: space[12],
  minBlockSize: size.formButton,
  padding: `${space[4]} ${space[4]} ${space[4]} ${space[16]}`,
  borderRadius: radius.card,
  background: color.inverse,
  color: color.onInverse,
  boxShadow: color.shadowOverlay,
  fontWeight: weight.label,
});
