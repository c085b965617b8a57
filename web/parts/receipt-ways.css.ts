import { globalStyle, style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { color, space } from "#web/theme/theme.css.ts";

/** As many columns as fit, at any text size. */
export const ways = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 8em), 1fr))",
  gap: space[8],
});

/** The button is beside the field where there is room. */
export const emailForm = style({
  display: "grid",
  gap: space[12],
  alignItems: "end",
  "@media": { [TABLE]: { gridTemplateColumns: "minmax(0, 1fr) auto" } },
});

/** What went wrong has a row of its own. */
globalStyle(`${emailForm} > [role=alert]`, { gridColumn: "1 / -1" });

export const times = style({ color: color.muted });
