import { style } from "@vanilla-extract/css";

import { color, face, radius, space, weight } from "#web/theme/theme.css.ts";

/** Codes that a person copies by hand. */
const figures = {
  fontFamily: face.figures,
  fontWeight: weight.strong,
  letterSpacing: ".04em",
  overflowWrap: "anywhere",
} as const;

export const steps = style({ display: "grid", gap: space[16], justifyItems: "stretch" });

export const qr = style({
  inlineSize: "min(100%, 208px)",
  aspectRatio: "1",
  justifySelf: "start",
  margin: 0,
  borderRadius: radius.control,
  overflow: "hidden",
});
export const qrGround = style({ fill: color.paper });
export const qrInk = style({ fill: color.onPaper });

export const secret = style(figures);

export const codes = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 10.5em), 1fr))",
  gap: `${space[8]} ${space[16]}`,
  padding: space[16],
  borderRadius: radius.control,
  background: color.sunken,
});
export const code = style({ ...figures, whiteSpace: "nowrap" });
