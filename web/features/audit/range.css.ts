import { style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { space } from "#web/theme/theme.css.ts";

export const range = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 132px), 1fr))",
  alignItems: "start",
  gap: space[12],
  "@media": { [TABLE]: { gridTemplateColumns: "repeat(4, minmax(0, 160px)) auto" } },
});

/** Level with the fields, whatever stands above or below those. */
export const rangeButton = style({
  "@media": { [TABLE]: { paddingBlockStart: "1.5rem" } },
});
