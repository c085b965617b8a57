import { globalStyle, style } from "@vanilla-extract/css";

import { press, unsent } from "#web/features/sell/till/sell.css.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

export const urgent = unsent;
export const quiet = style([press, { paddingInline: space[4] }]);

export const part = style({ display: "grid", gap: space[8] });
globalStyle(`${part} > h3`, {
  font: `${weight.strong} ${type[15]} ${face.figures}`,
});
/** Rows edge to edge in the body of a sheet. */
export const rows = style({
  marginInline: `calc(-1 * ${gutter})`,
  borderBlockStart: `1px solid ${color.border}`,
});
export const receipt = style({ inlineSize: "100%", maxInlineSize: "340px", marginInline: "auto" });
