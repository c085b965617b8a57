import { style } from "@vanilla-extract/css";

import { color, ground } from "#web/theme/theme.css.ts";

/**
 * The dark green background of the platform's side. It redefines the theme's colours for its
 * content.
 */
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
