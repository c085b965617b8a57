import { style } from "@vanilla-extract/css";

import { color, face, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

export const frame = style({ position: "relative" });

/** Overlays the content below, which does not move during a search. */
export const list = style({
  position: "absolute",
  zIndex: 1,
  insetInline: 0,
  insetBlockStart: `calc(100% + ${space[4]})`,
  maxBlockSize: "min(340px, 50dvh)",
  overflowY: "auto",
  overscrollBehavior: "contain",
  background: color.raised,
  borderRadius: radius.control,
  boxShadow: color.shadowOverlay,
  border: `1px solid ${color.border}`,
});

export const option = style({
  display: "grid",
  inlineSize: "100%",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  columnGap: space[16],
  alignItems: "center",
  minBlockSize: size.formButton,
  padding: `${space[6]} ${space[14]}`,
  borderBlockStart: `1px solid ${color.border}`,
  cursor: "pointer",
  selectors: {
    "&:first-child": { borderBlockStart: 0 },
    "&:hover": { background: color.hover },
    "&[aria-selected=true]": { background: color.accentSoft },
  },
});

export const title = style({ fontWeight: weight.label, overflowWrap: "anywhere" });
export const none = style({
  padding: space[14],
  color: color.muted,
  font: `${weight.text} ${type[15]} ${face.text}`,
});
