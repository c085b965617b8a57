import { style } from "@vanilla-extract/css";

import { SIDEBAR } from "#web/theme/media.ts";
import { color, face, weight } from "#web/theme/theme.css.ts";

export const avatar = style({
  display: "inline-grid",
  placeItems: "center",
  flex: "none",
  inlineSize: "36px",
  blockSize: "36px",
  borderRadius: "50%",
  background: color.accentSoft,
  color: color.onAccentSoft,
  // No larger than the circle.
  font: `${weight.figure} min(.8125rem, 16px)/1 ${face.figures}`,
  letterSpacing: ".02em",
});

export const small = style({
  "@media": { [SIDEBAR]: { inlineSize: "32px", blockSize: "32px", fontSize: ".75rem" } },
});
