import { style } from "@vanilla-extract/css";

import { color, face, radius, space, weight } from "#web/theme/theme.css.ts";

export { tools } from "#web/ui/layout/page.css.ts";

export const list = style({
  display: "grid",
  gap: space[4],
  paddingInlineStart: space[20],
  listStyle: "disc",
  color: color.muted,
});

/** Codes that a person copies by hand. */
export const figures = {
  fontFamily: face.figures,
  fontWeight: weight.strong,
  letterSpacing: ".04em",
  overflowWrap: "anywhere",
} as const;

export const codes = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 10.5em), 1fr))",
  gap: `${space[8]} ${space[16]}`,
  padding: space[16],
  borderRadius: radius.control,
  background: color.sunken,
});
export const code = style({ ...figures, whiteSpace: "nowrap" });
