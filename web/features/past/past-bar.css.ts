import { globalStyle, style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, face, layer, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

/** Below the top bar; the page scrolls under it. */
export const bar = style({
  position: "sticky",
  zIndex: layer.header,
  insetBlockStart: `calc(${size.topbar} + env(safe-area-inset-top) + ${space[8]})`,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${space[4]} ${space[12]}`,
  padding: `${space[8]} ${space[8]} ${space[8]} ${space[14]}`,
  borderRadius: radius.control,
  border: `1px solid ${color.warn}`,
  background: color.warnSoft,
  color: color.onWarnSoft,
  boxShadow: color.shadowOverlay,
});

export const words = style({
  flex: "1 1 200px",
  minInlineSize: 0,
  overflowWrap: "anywhere",
  font: `${weight.text} ${type[13]} ${face.text}`,
  "@media": { [TABLE]: { fontSize: ".9375rem" } },
});
globalStyle(`${words} > b`, { display: "block", fontWeight: weight.strong });
globalStyle(`${words} time`, { whiteSpace: "normal" });

export const tools = style({ display: "flex", flexWrap: "wrap", gap: space[8] });
