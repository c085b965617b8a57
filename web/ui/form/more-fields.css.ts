import { globalStyle, style } from "@vanilla-extract/css";

import { color, size, space, weight } from "#web/theme/theme.css.ts";

export const more = style({ borderBlockStart: `1px solid ${color.border}` });
export const summary = style({
  display: "flex",
  alignItems: "center",
  gap: space[8],
  minBlockSize: size.touch,
  fontWeight: weight.label,
  color: color.accent,
  cursor: "pointer",
  listStyle: "none",
});
globalStyle(`${summary}::-webkit-details-marker`, { display: "none" });

export const fields = style({ display: "grid", gap: space[16], paddingBlockStart: space[8] });

export const shut = style({});
globalStyle(`${more}[open] ${shut}`, { display: "none" });
export const opened = style({ display: "none" });
globalStyle(`${more}[open] ${opened}`, { display: "inline" });
