import { style } from "@vanilla-extract/css";

import { color, ground } from "#web/theme/theme.css.ts";

/** The deep green ground of the platform's side: what stands on it takes its own colours, by the same names. */
export const deep = style({
  vars: {
    [color.text]: color.onDeep,
    [color.muted]: color.deepMuted,
    [color.border]: color.deepLine,
    [color.press]: color.deepLine,
    [color.accentSoft]: color.deepLine,
    [color.onAccentSoft]: color.onDeep,
    [color.focus]: color.onDeep,
    [ground]: color.deep,
  },
  background: color.deep,
  color: color.onDeep,
});
