import { style } from "@vanilla-extract/css";

import { color, radius, space } from "#web/theme/theme.css.ts";

import { figures } from "./account.css.ts";

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
