import { globalStyle, style } from "@vanilla-extract/css";

import { TWO_PANES } from "#web/theme/media.ts";
import { color, face, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

const ring = { outline: `2px solid ${color.focus}`, outlineOffset: "2px" };

/** Two or three exclusive choices in one track. */
export const segments = style({
  display: "grid",
  gridAutoFlow: "column",
  gridAutoColumns: "minmax(0, 1fr)",
  gap: space[4],
  padding: space[4],
  borderRadius: radius.card,
  background: color.sunken,
});

export const segment = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: space[8],
  minBlockSize: size.touch,
  paddingInline: space[10],
  borderRadius: "9px",
  font: `${weight.strong} .9375rem/1.25rem ${face.figures}`,
  color: color.muted,
  whiteSpace: "nowrap",
  cursor: "pointer",
  position: "relative",
  selectors: {
    "&:has(:checked)": {
      background: color.raised,
      color: color.text,
      boxShadow: `0 0 0 1px ${color.borderStrong}`,
    },
    "&:has(:focus-visible)": ring,
  },
});

/** At the bottom of a menu, on any background. */
export const quietSegments = style({ display: "flex", gap: space[2] });

export const quietSegment = style({
  display: "grid",
  placeItems: "center",
  inlineSize: size.touch,
  blockSize: size.touch,
  borderRadius: radius.control,
  color: "inherit",
  opacity: 0.75,
  cursor: "pointer",
  position: "relative",
  selectors: {
    "&:hover": { opacity: 1 },
    "&:has(:checked)": { opacity: 1, background: color.press, color: color.text },
    "&:has(:focus-visible)": ring,
  },
});

export const legend = style({
  font: `${weight.label} ${type[13]} ${face.text}`,
  marginBlockEnd: space[6],
});

/** Four choices: two by two on a phone, in one column in the side pane of a wide dialog. */
export const tiles = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 8.5em), 1fr))",
  gap: space[8],
  "@media": { [TWO_PANES]: { gridTemplateColumns: "minmax(0, 1fr)", gap: space[6] } },
});

export const tile = style({
  display: "flex",
  alignItems: "center",
  gap: space[8],
  minBlockSize: size.field,
  paddingInline: space[10],
  position: "relative",
  "@media": { [TWO_PANES]: { minBlockSize: size.touch } },
  border: `1px solid ${color.borderMid}`,
  borderRadius: radius.control,
  fontWeight: weight.label,
  cursor: "pointer",
  selectors: {
    "&:has(:checked)": {
      borderColor: color.accent,
      boxShadow: `inset 0 0 0 1px ${color.accent}`,
      background: color.accentSoft,
      color: color.onAccentSoft,
    },
    "&:has(:focus-visible)": ring,
  },
});
globalStyle(`${tile} > svg`, { color: color.muted });
globalStyle(`${tile}:has(:checked) > svg`, { color: "inherit" });

/**
 * Visually hidden: for the keyboard and screen readers. The tile around it is what people see and
 * press.
 */
export const radio = style({
  position: "absolute",
  inlineSize: "1px",
  blockSize: "1px",
  opacity: 0,
  pointerEvents: "none",
});
