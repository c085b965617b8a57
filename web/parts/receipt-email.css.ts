import { globalStyle, style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { space } from "#web/theme/theme.css.ts";

/** The button is beside the field where there is room. */
export const form = style({
  display: "grid",
  gap: space[12],
  alignItems: "end",
  "@media": { [TABLE]: { gridTemplateColumns: "minmax(0, 1fr) auto" } },
});

/** What went wrong has a row of its own. */
globalStyle(`${form} > [role=alert]`, { gridColumn: "1 / -1" });
